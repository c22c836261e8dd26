import { RotateCw } from 'lucide-react'
import { useState, type ComponentType, type CSSProperties } from 'react'
import { reportError } from '../../../lib/reportError.ts'
import { loadModule } from '../../../lib/loadModule.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/images/Icon.tsx'
import { useMedia } from '../../../ui/images/mediaSource.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { fullName } from '../../people/userLinks.ts'
import type { PictureDialogProps } from './PictureDialog.tsx'
import type { PostCard_PostFragment } from '../card/PostCard.generated.ts'
import styles from './PostMedia.module.css'
import { PostVideo } from './PostVideo.tsx'

type Media = NonNullable<PostCard_PostFragment['media']>

const loadDialog = loadModule(() => import('./PictureDialog.tsx'))

/** Pictures outside of these shapes are cropped: width / height. */
const MIN_RATIO = 0.4
const MAX_RATIO = 3

/**
 * The picture or video of a post, in its own shape, for which it reserves the place. A picture opens large in a dialog.
 * Shows a message with a retry button once every try to load it has failed.
 */
export function PostMedia({ media, post }: { media: Media; post: PostCard_PostFragment }) {
  const { url, type, width, height, alt } = media
  const { source, tries, failed, onError, retry } = useMedia(url)
  const [Dialog, setDialog] = useState<ComponentType<PictureDialogProps>>()
  const name = fullName(post.author)
  const size = { width: width ?? undefined, height: height ?? undefined }
  const ratio = width && height ? Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height)) : undefined
  const shape: CSSProperties & { '--ratio'?: number | undefined } = { '--ratio': ratio }

  const openPicture = () => {
    loadDialog().then(
      ({ PictureDialog }) => setDialog(() => PictureDialog),
      (error: unknown) => {
        reportError(error)
        toast.error('The picture could not be opened. Try again.')
      },
    )
  }

  return (
    <figure className={styles.media} style={shape}>
      {failed ? (
        <div className={styles.failed}>
          <p>{type === 'VIDEO' ? 'This video' : 'This picture'} cannot be shown.</p>
          <Button
            size="sm"
            variant="outline"
            onClick={(event) => {
              // This button unmounts.
              event.currentTarget.closest('article')?.focus({ preventScroll: true })
              retry()
            }}
          >
            <Icon of={RotateCw} />
            Try again
          </Button>
        </div>
      ) : type === 'VIDEO' ? (
        <PostVideo key={tries} source={source} label={alt || `Video by ${name}`} onError={onError} {...size} />
      ) : (
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={openPicture}>
          <img
            key={tries}
            src={source}
            alt={alt || `Shared by ${name}`}
            loading="lazy"
            decoding="async"
            onError={onError}
            {...size}
          />
          {alt && (
            <span className={styles.alt} aria-hidden="true">
              Alt
            </span>
          )}
        </button>
      )}
      {Dialog && <Dialog source={source} alt={alt} post={post} onClose={() => setDialog(undefined)} />}
    </figure>
  )
}
