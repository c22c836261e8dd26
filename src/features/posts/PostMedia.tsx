import type { MediaType } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { useMedia } from '../../ui/mediaSource.ts'
import styles from './PostMedia.module.css'

/** The picture or video of a post. Shows a message with a retry button once every try to load it has failed. */
export function PostMedia({ url, type, author }: { url: string; type: MediaType; author: string }) {
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
          aria-label={`Video by ${author}`}
          onError={onError}
        />
      ) : (
        <img
          key={tries}
          src={source}
          alt={`Shared by ${author}`}
          width="640"
          height="400"
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
    </figure>
  )
}
