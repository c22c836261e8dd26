import type { ReactNode } from 'react'
import { ProfileCardSkeleton } from '../../features/profile/ProfileCard.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import styles from '../Page.module.css'

export function ProfileSkeleton({ tabs }: { tabs?: ReactNode }) {
  return (
    <div className={styles.stack} data-bleed="">
      <ProfileCardSkeleton tabs={tabs} />
      <PostListSkeleton posts={2} />
    </div>
  )
}
