import { Pause, Play, RotateCw } from 'lucide-react'
import { use, useState, type ComponentType } from 'react'
import type { Media } from '../../generated/types.ts'
import { reportError } from '../../lib/reportError.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { shapeOf } from '../../ui/images/mediaShape.ts'
import { MediaSourceContext, useMedia } from '../../ui/images/mediaSource.ts'
import { Picture } from '../../ui/images/Picture.tsx'
import { playLabel, useAnimation } from '../../ui/images/useAnimation.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { fullName } from '../people/userLinks.ts'
import type { PictureDialogProps, ShownPost } from './PictureDialog.tsx'
import styles from './PostMedia.module.css'
import { PostVideo } from './PostVideo.tsx'

type ShownMedia = Pick<Media, 'url' | 'type' | 'width' | 'height' | 'alt'>

const loadDialog = loadModule(() => import('./PictureDialog.tsx'))

/**
 * The picture or video of a post, in its own shape, for which it reserves the place. A picture opens large in a dialog.
 * Shows a message with a retry button once every try to load it has failed.
 */
export function PostMedia({ media, post }: { media: ShownMedia; post: ShownPost }) {
  const { url, type, width, height, alt } = media
  const { source, tries, failed, onError, retry } = useMedia(url)
  const [Dialog, setDialog] = useState<ComponentType<PictureDialogProps>>()
  const name = fullName(post.author)
  const { read } = use(MediaSourceContext)
  const animation = useAnimation(type === 'IMAGE' ? url : '', () => read(url))
  const size = { width: width ?? undefined, height: height ?? undefined }

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
    <figure className={styles.media} style={shapeOf(type, media)}>
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
          <Picture
            key={tries}
            state={animation.state}
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
      {animation.toggle && !failed && (
        <button type="button" className={styles.play} aria-label={playLabel(animation)} onClick={animation.toggle}>
          <Icon of={animation.state === 'still' ? Play : Pause} />
        </button>
      )}
      {Dialog && (
        <Dialog animation={animation} source={source} alt={alt} post={post} onClose={() => setDialog(undefined)} />
      )}
    </figure>
  )
}
