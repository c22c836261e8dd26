import { Check, RotateCw, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { MediaInput } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './MediaTray.module.css'
import type { MediaUpload, PickedMedia } from './useMediaUpload.ts'

interface MediaTrayProps extends Pick<MediaUpload, 'retry' | 'remove'> {
  media: PickedMedia
  /** Called when the browser cannot show the preview. */
  onUndecodable: () => void
  /** Whether the draft is being sent, so that its file cannot be removed. */
  busy: boolean
  /** The button for the alt text. */
  alt: { isOpen: boolean; isSet: boolean; toggle: () => void }
}

/** The file of a draft: its upload with cancel, its failure with retry, or its preview with remove. */
export function MediaTray({ media, onUndecodable, busy, retry, remove, alt }: MediaTrayProps) {
  const { state, name, type } = media
  const word = type === 'VIDEO' ? 'video' : 'photo'

  if (state.status === 'done') {
    return (
      <div className={classes(styles.frame, styles.whole)} style={shapeOf(state.uploaded)}>
        <Preview media={media} onError={onUndecodable} />
        <button type="button" className={styles.remove} aria-label={`Remove ${word}`} disabled={busy} onClick={remove}>
          <Icon of={X} />
        </button>
        <button
          type="button"
          className={classes(styles.remove, styles.alt)}
          aria-label={`Alt text, ${alt.isSet ? 'added' : 'missing'}`}
          aria-expanded={alt.isOpen}
          onClick={alt.toggle}
        >
          {alt.isSet && <Icon of={Check} />}
          Alt
        </button>
      </div>
    )
  }

  const failed = state.status === 'failed'
  return (
    <div className={classes(styles.frame, styles.tray, failed && styles.failed)}>
      <Preview media={media} onError={onUndecodable} />
      <div className={styles.meta}>
        <b className={styles.name}>{name}</b>
        {failed ? (
          <span className={styles.row} role="alert">
            Upload failed. Your text is safe.
          </span>
        ) : (
          <>
            <span className={styles.row}>
              <span>Uploading {word}</span>
              {state.fraction > 0 && <span>{Math.floor(state.fraction * 100)}%</span>}
            </span>
            <ProgressBar label={`Uploading ${word}`} value={state.fraction || undefined} />
          </>
        )}
      </div>
      <div className={styles.ends}>
        {failed && (
          <Button size="sm" variant="outline" onClick={retry}>
            <Icon of={RotateCw} />
            Retry
          </Button>
        )}
        <IconButton label={failed ? `Remove ${word}` : 'Cancel upload'} onClick={remove}>
          <Icon of={X} />
        </IconButton>
      </div>
    </div>
  )
}

/** The shape of the preview, for the style sheet. */
function shapeOf({ width, height }: MediaInput): CSSProperties & { '--ratio'?: number | undefined } {
  return { '--ratio': width && height ? width / height : undefined }
}

function Preview({ media: { type, preview, name }, onError }: { media: PickedMedia; onError: () => void }) {
  return type === 'VIDEO' ? (
    <video
      src={preview}
      muted
      playsInline
      preload="metadata"
      aria-label={`Preview of ${name}`}
      onError={onError}
      // Without its codec a browser may still play the sound.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && onError()}
    />
  ) : (
    <img src={preview} alt={`Preview of ${name}`} onError={onError} />
  )
}
