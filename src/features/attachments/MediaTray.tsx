import { Check, Pause, Play, RotateCw, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { MediaInput } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { shapeOf } from '../../ui/images/mediaShape.ts'
import { Picture } from '../../ui/images/Picture.tsx'
import { playLabel, useAnimation } from '../../ui/images/useAnimation.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useKeptFocus } from '../../ui/pageFocus.ts'
import { Video } from '../../ui/Video.tsx'
import styles from './MediaTray.module.css'
import type { Attachment, ReadyFile } from './attachments.ts'

type ShownFile = Extract<Attachment, { status: 'checking' | 'ready' }>

interface MediaTrayProps {
  attachment: ShownFile
  /** The result of its upload. */
  uploaded: MediaInput | undefined
  retry: () => void
  remove: () => void
  /** Called when the browser cannot show the preview. */
  onUndecodable: (preview: string) => void
  /** Whether the draft is being sent, so that its file cannot be removed. */
  busy: boolean
  /** The button for the alt text. */
  alt: { isOpen: boolean; isSet: boolean; toggle: () => void }
}

/** The file of a draft: its check and upload with cancel, its failure with retry, or its preview with remove. */
export function MediaTray({ attachment, uploaded, onUndecodable, busy, retry, remove, alt }: MediaTrayProps) {
  const removeId = useId()
  const word = wordFor(attachment)

  if (attachment.status === 'ready' && attachment.upload.status === 'done') {
    return (
      <div className={classes(styles.frame, styles.whole)} style={shapeOf(attachment.file.type, uploaded)}>
        <Preview ready={attachment} onUndecodable={onUndecodable} />
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
      attachment={attachment}
      retry={retry}
      remove={remove}
      onUndecodable={onUndecodable}
      nextFocus={`[id="${removeId}"]`}
    />
  )
}

interface UploadProps extends Pick<MediaTrayProps, 'attachment' | 'retry' | 'remove' | 'onUndecodable'> {
  /** The selector of what gets the focus from here once the file is uploaded. */
  nextFocus: string
}

/** A file that is not uploaded yet. */
function Upload({ attachment, retry, remove, onUndecodable, nextFocus }: UploadProps) {
  const tray = useRef<HTMLDivElement>(null)
  useKeptFocus(tray, nextFocus)
  const word = wordFor(attachment)
  const ready = attachment.status === 'ready' ? attachment : undefined
  const failure = ready?.upload.status === 'failed' ? ready.upload : undefined
  const fraction = ready?.upload.status === 'running' ? ready.upload.fraction : 0
  const activity = `${ready ? 'Uploading' : 'Checking'} ${word}`
  return (
    <div
      ref={tray}
      role="group"
      aria-label={attachment.file.name}
      tabIndex={-1}
      className={classes(styles.frame, styles.tray, failure && styles.failed)}
    >
      {/* An unchecked picture may be too large to show. */}
      {ready ? <Preview ready={ready} onUndecodable={onUndecodable} /> : <span />}
      <div className={styles.meta}>
        <b className={styles.name}>{attachment.file.name}</b>
        {failure ? (
          <span className={styles.row} role="alert">
            {failure.reason ?? 'Upload failed.'} Your text is safe.
          </span>
        ) : (
          <>
            <span className={styles.row}>
              <span>{activity}</span>
              {fraction > 0 && <span>{Math.floor(fraction * 100)}%</span>}
            </span>
            <ProgressBar label={activity} value={fraction || undefined} />
          </>
        )}
      </div>
      <div className={styles.ends}>
        {failure && (
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
        <IconButton label={failure ? `Remove ${word}` : 'Cancel upload'} onClick={remove}>
          <Icon of={X} />
        </IconButton>
      </div>
    </div>
  )
}

function wordFor({ file }: ShownFile): string {
  return file.type === 'VIDEO' ? 'video' : 'photo'
}

interface PreviewProps {
  ready: ReadyFile
  onUndecodable: (preview: string) => void
}

function Preview({ ready: { file, preview, source }, onUndecodable }: PreviewProps) {
  const label = `Preview of ${file.name}`
  const onError = () => onUndecodable(preview)
  const animation = useAnimation(file.type === 'IMAGE' ? preview : '', async () => source)
  return file.type === 'VIDEO' ? (
    <Video
      src={preview}
      aria-label={label}
      onError={onError}
      // Without its codec a browser may still play the sound.
      onMetadata={({ videoWidth }) => videoWidth === 0 && onError()}
    />
  ) : (
    <>
      <Picture state={animation.state} src={preview} alt={label} onError={onError} />
      {animation.toggle && (
        <button
          type="button"
          className={classes(styles.remove, styles.play)}
          aria-label={playLabel(animation)}
          onClick={animation.toggle}
        >
          <Icon of={animation.state === 'still' ? Play : Pause} />
        </button>
      )}
    </>
  )
}
