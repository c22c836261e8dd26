import { Surface } from '../../../ui/Surface.tsx'
import { Skeleton, SkeletonBlock, SkeletonLines } from '../../../ui/Skeleton.tsx'
import styles from './PostListSkeleton.module.css'

export function PostListSkeleton({ posts = 3 }: { posts?: number }) {
  return (
    <Skeleton label="Loading posts">
      <Surface>
        {Array.from({ length: posts }, (_, index) => (
          <PostCardSkeleton key={index} withMedia={index === 1} />
        ))}
      </Surface>
    </Skeleton>
  )
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
