import { Surface } from '../../ui/Surface.tsx'
import { Skeleton, SkeletonBlock } from '../../ui/Skeleton.tsx'
import { PostListSkeleton } from '../posts/lists/PostListSkeleton.tsx'
import styles from './ProfileSkeleton.module.css'

export function ProfileSkeleton() {
  return (
    <div className={styles.stack} data-bleed="">
      <Skeleton label="Loading profile">
        <Surface className={styles.card}>
          <SkeletonBlock width="100%" height="7rem" className={styles.weave} />
          <div className={styles.body}>
            <SkeletonBlock shape="avatar" width="6rem" height="6rem" className={styles.avatar} />
            <SkeletonBlock width="14rem" height="1.5rem" />
            <SkeletonBlock width="7rem" />
            <SkeletonBlock width="90%" />
            <SkeletonBlock width="16rem" height="1.1rem" />
          </div>
        </Surface>
      </Skeleton>
      <PostListSkeleton posts={2} />
    </div>
  )
}
