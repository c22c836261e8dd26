import { useState } from 'react'
import type { MediaType } from '../../generated/types.ts'
import { useMediaSource } from '../../ui/mediaSource.ts'
import styles from './PostMedia.module.css'

/** The picture or video of a post, or a word in its place where it cannot be shown. */
export function PostMedia({ url, type, author }: { url: string; type: MediaType; author: string }) {
  const [lostUrl, setLostUrl] = useState<string | null>(null)
  const source = useMediaSource(url)

  return (
    <figure className={styles.media}>
      {lostUrl === url ? (
        <p className={styles.lost}>{type === 'VIDEO' ? 'This video' : 'This picture'} cannot be shown.</p>
      ) : type === 'VIDEO' ? (
        <video
          src={source}
          controls
          preload="metadata"
          aria-label={`Video by ${author}`}
          onError={() => setLostUrl(url)}
        />
      ) : (
        <img
          src={source}
          alt={`Shared by ${author}`}
          width="640"
          height="400"
          loading="lazy"
          decoding="async"
          onError={() => setLostUrl(url)}
        />
      )}
    </figure>
  )
}
