import { Bone } from '../../ui/SkeletonBlock.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './PostListSkeleton.module.css'

/** The placeholder of posts while they load. */
export function PostListSkeleton({ posts = 3 }: { posts?: number }) {
  return (
    <Skeleton label="Loading posts">
      <Sheet>
        {Array.from({ length: posts }, (_, index) => (
          <PostBones key={index} withMedia={index === 1} />
        ))}
      </Sheet>
    </Skeleton>
  )
}

function PostBones({ withMedia }: { withMedia: boolean }) {
  return (
    <div className={styles.post}>
      <div className={styles.head}>
        <Bone shape="avatar" />
        <div className={styles.lines}>
          <Bone width="9rem" />
          <Bone width="13rem" height="0.65rem" />
        </div>
      </div>
      <div className={styles.body}>
        <Bone width="96%" />
        <Bone width="100%" />
        <Bone width="58%" />
        {withMedia && <Bone shape="media" />}
        <div className={styles.actions}>
          <Bone width="2.75rem" height="1.1rem" />
          <Bone width="1.25rem" height="1.1rem" />
          <Bone width="1.25rem" height="1.1rem" className={styles.end} />
        </div>
      </div>
    </div>
  )
}
