import type { OperationVariables } from '@apollo/client'
import { Video as VideoIcon } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router-dom'
import { postSummary, type DescribedPost } from '../../features/texts/postTexts.ts'
import { LongList } from '../../pagedList/LongList.tsx'
import type { Paging } from '../../pagedList/usePagedQuery.ts'
import type { MediaType } from '../../generated/types.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { MediaSourceContext, useMedia } from '../../ui/images/mediaSource.ts'
import { Picture } from '../../ui/images/Picture.tsx'
import { useAnimation } from '../../ui/images/useAnimation.ts'
import { Surface } from '../../ui/Surface.tsx'
import { Video } from '../../ui/Video.tsx'
import styles from './MediaGrid.module.css'

/** The squares of a row. */
const COLUMNS = 3

type MediaPost = DescribedPost & { id: string; media: { url: string; type: MediaType; alt: string } | null }

/** Posts with a picture or video, as squares that lead to their pages. */
export function MediaGrid<Data, Variables extends OperationVariables>({
  paging,
}: {
  paging: Paging<MediaPost, Data, Variables>
}) {
  return (
    <Surface className={styles.grid}>
      <LongList role="list" aria-label="Media" paging={paging} opensAtStart>
        {(post, position, setSize) => (
          <div
            role="listitem"
            aria-posinset={position}
            aria-setsize={setSize}
            className={styles.cell}
            data-column={((position - 1) % COLUMNS) + 1}
          >
            {post.media && <Square post={post} media={post.media} />}
          </div>
        )}
      </LongList>
    </Surface>
  )
}

function Square({ post, media: { url, type, alt } }: { post: MediaPost; media: NonNullable<MediaPost['media']> }) {
  const { source, tries, onError } = useMedia(url)
  const { read } = use(MediaSourceContext)
  const animation = useAnimation(type === 'IMAGE' ? url : '', () => read(url))
  return (
    <Link to={`/post/${post.id}`} className={styles.link} aria-label={alt || postSummary(post, 60)}>
      {type === 'IMAGE' ? (
        <Picture
          key={tries}
          state={animation.state}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      ) : (
        <>
          <Video key={tries} src={source && `${source}#t=0.001`} tabIndex={-1} aria-hidden="true" onError={onError} />
          <span className={styles.mark}>
            <Icon of={VideoIcon} />
          </span>
        </>
      )}
    </Link>
  )
}
