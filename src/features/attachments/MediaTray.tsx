import { Check, RotateCw, X } from 'lucide-react'
import { useId, useRef, type CSSProperties } from 'react'
import type { MediaInput } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useKeptFocus } from '../../ui/pageFocus.ts'
import { Video } from '../../ui/Video.tsx'
import styles from './MediaTray.module.css'
import type { AttachedFile, UploadState } from './attachmentStore.ts'

interface MediaTrayProps {
  attached: AttachedFile
  /** The result of its upload. */
  uploaded: MediaInput | undefined
  retry: () => void
  remove: () => void
  /** Called when the browser cannot show the preview. */
  onUndecodable: () => void
  /** Whether the draft is being sent, so that its file cannot be removed. */
  busy: boolean
  /** The button for the alt text. */
  alt: { isOpen: boolean; isSet: boolean; toggle: () => void }
}

/** The file of a draft: its upload with cancel, its failure with retry, or its preview with remove. */
export function MediaTray({ attached, uploaded, onUndecodable, busy, retry, remove, alt }: MediaTrayProps) {
  const { upload } = attached
  const removeId = useId()
  const word = wordFor(attached)

  if (upload.status === 'done') {
    return (
      <div className={classes(styles.frame, styles.whole)} style={shapeOf(uploaded)}>
        <Preview attached={attached} onError={onUndecodable} />
        <button
          type="button"
          id={removeId}
          className={styles.remove}
          aria-label={`Remove ${word}`}
          disabled={busy}
          onClick={remove}
        >
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

  return (
    <Upload
      attached={attached}
      upload={upload}
      retry={retry}
      remove={remove}
      onUndecodable={onUndecodable}
      nextFocus={`[id="${removeId}"]`}
    />
  )
}

interface UploadProps extends Pick<MediaTrayProps, 'attached' | 'retry' | 'remove' | 'onUndecodable'> {
  upload: Exclude<UploadState, { status: 'done' }>
  /** The selector of what gets the focus from here once the file is uploaded. */
  nextFocus: string
}

/** A file that is not uploaded yet. */
function Upload({ attached, upload, retry, remove, onUndecodable, nextFocus }: UploadProps) {
  const tray = useRef<HTMLDivElement>(null)
  useKeptFocus(tray, nextFocus)
  const word = wordFor(attached)
  const failed = upload.status === 'failed'
  return (
    <div
      ref={tray}
      role="group"
      aria-label={attached.source.name}
      tabIndex={-1}
      className={classes(styles.frame, styles.tray, failed && styles.failed)}
    >
      <Preview attached={attached} onError={onUndecodable} />
      <div className={styles.meta}>
        <b className={styles.name}>{attached.source.name}</b>
        {failed ? (
          <span className={styles.row} role="alert">
            {upload.reason ?? 'Upload failed.'} Your text is safe.
          </span>
        ) : (
          <>
            <span className={styles.row}>
              <span>Uploading {word}</span>
              {upload.fraction > 0 && <span>{Math.floor(upload.fraction * 100)}%</span>}
            </span>
            <ProgressBar label={`Uploading ${word}`} value={upload.fraction || undefined} />
          </>
        )}
      </div>
      <div className={styles.ends}>
        {failed && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              // This button unmounts. A held Enter would press the next one, which removes the file.
              tray.current?.focus()
              retry()
            }}
          >
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

function wordFor({ type }: AttachedFile): string {
  return type === 'VIDEO' ? 'video' : 'photo'
}

/** The shape of the preview, for the style sheet. */
function shapeOf({ width, height }: Partial<MediaInput> = {}): CSSProperties & { '--ratio'?: number | undefined } {
  return { '--ratio': width && height ? width / height : undefined }
}

interface PreviewProps {
  attached: AttachedFile
  onError: () => void
}

function Preview({ attached: { type, preview, source }, onError }: PreviewProps) {
  const label = `Preview of ${source.name}`
  return type === 'VIDEO' ? (
    <Video
      src={preview}
      aria-label={label}
      onError={onError}
      // Without its codec a browser may still play the sound.
      onMetadata={({ videoWidth }) => videoWidth === 0 && onError()}
    />
  ) : (
    <img src={preview} alt={label} onError={onError} />
  )
}
