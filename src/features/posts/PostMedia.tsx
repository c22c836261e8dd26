import type { Media } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { useMedia } from '../../ui/mediaSource.ts'
import styles from './PostMedia.module.css'

interface PostMediaProps {
  media: Media
  /** Names a picture or video without a description. */
  author: string
}

/** The picture or video of a post. Shows a message with a retry button once every try to load it has failed. */
export function PostMedia({ media: { url, type, width, height, alt }, author }: PostMediaProps) {
  const { source, tries, failed, onError, retry } = useMedia(url)

  return (
    <figure className={styles.media}>
      {failed ? (
        <div className={styles.failed}>
          <p>{type === 'VIDEO' ? 'This video' : 'This picture'} cannot be shown.</p>
          <Button size="sm" variant="outline" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : type === 'VIDEO' ? (
        <video
          key={tries}
          src={source}
          controls
          preload="metadata"
          aria-label={alt || `Video by ${author}`}
          width={width ?? undefined}
          height={height ?? undefined}
          onError={onError}
        />
      ) : (
        <img
          key={tries}
          src={source}
          alt={alt || `Shared by ${author}`}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
    </figure>
  )
}
