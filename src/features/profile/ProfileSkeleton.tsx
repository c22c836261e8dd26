import { Bone } from '../../ui/SkeletonBlock.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PostListSkeleton } from '../posts/PostListSkeleton.tsx'
import styles from './ProfileSkeleton.module.css'

/** The skeleton of a profile page. */
export function ProfileSkeleton() {
  return (
    <div className={styles.stack} data-bleed="">
      <Skeleton label="Loading profile">
        <Sheet className={styles.card}>
          <Bone width="100%" height="7rem" className={styles.weave} />
          <div className={styles.body}>
            <Bone shape="avatar" width="6rem" height="6rem" className={styles.avatar} />
            <Bone width="14rem" height="1.5rem" />
            <Bone width="7rem" />
            <Bone width="90%" />
            <Bone width="16rem" height="1.1rem" />
          </div>
        </Sheet>
      </Skeleton>
      <PostListSkeleton posts={2} />
    </div>
  )
}
