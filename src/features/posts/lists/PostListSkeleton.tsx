import { Surface } from '../../../ui/Surface.tsx'
import { Skeleton, SkeletonBlock, SkeletonLines } from '../../../ui/Skeleton.tsx'
import styles from './PostListSkeleton.module.css'

interface PostListSkeletonProps {
  posts?: number
  rows?: 'posts' | 'replies'
  /** Whether it is within a surface. */
  bare?: boolean
}

export function PostListSkeleton({ posts = 3, rows = 'posts', bare = false }: PostListSkeletonProps) {
  const cards = Array.from({ length: posts }, (_, index) => (
    <PostCardSkeleton key={index} withMedia={index === 1 && rows === 'posts'} />
  ))
  return <Skeleton label={`Loading ${rows}`}>{bare ? cards : <Surface>{cards}</Surface>}</Skeleton>
}

function PostCardSkeleton({ withMedia }: { withMedia: boolean }) {
  return (
    <div className={styles.post}>
      <div className={styles.head}>
        <SkeletonBlock shape="avatar" />
        <SkeletonLines widths={['9rem', '13rem']} />
      </div>
      <div className={styles.body}>
        <SkeletonBlock width="96%" />
        <SkeletonBlock width="100%" />
        <SkeletonBlock width="58%" />
        {withMedia && <SkeletonBlock shape="media" />}
        <div className={styles.actions}>
          <SkeletonBlock width="2.75rem" height="1.1rem" />
          <SkeletonBlock width="1.25rem" height="1.1rem" />
          <SkeletonBlock width="1.25rem" height="1.1rem" className={styles.end} />
        </div>
      </div>
    </div>
  )
}
