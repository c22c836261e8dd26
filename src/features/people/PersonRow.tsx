import { memo, useContext } from 'react'
import { Link } from 'react-router-dom'
import { excerpt } from '../../../shared/excerpt.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { FindMarksContext, markedText } from '../../ui/markedText.tsx'
import { SkeletonBlock, SkeletonLines } from '../../ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { fullName, profilePath } from './userLinks.ts'
import type { PersonRow_UserFragment } from './PersonRow.generated.ts'
import styles from './PersonRow.module.css'

/** More than one line can show. */
const BIO_CHARS = 160

interface PersonRowProps {
  user: PersonRow_UserFragment
  /** The place in the list, from 1. */
  position: number
  /** The length of the list, or -1 if it is unknown. */
  setSize: number
}

/** A row in a list of users: a link to the profile, and a follow button for users other than the viewer. */
export const PersonRow = memo(function PersonRow({ user, position, setSize }: PersonRowProps) {
  const findMarks = useContext(FindMarksContext)
  const [name, username] = [fullName(user), `@${user.username}`]
  return (
    <div role="listitem" className={styles.row} aria-posinset={position} aria-setsize={setSize}>
      <Link className={styles.link} to={profilePath(user)}>
        <Avatar src={user.avatarUrl} />
        <span className={styles.texts}>
          <span className={styles.names}>
            <b>{markedText(name, findMarks(name))}</b> <span>{markedText(username, findMarks(username))}</span>
          </span>
          {user.bio && (
            <span className={styles.bio} dir="auto">
              {excerpt(user.bio, BIO_CHARS)}
            </span>
          )}
        </span>
      </Link>
      {user.isViewer ? <span className={styles.you}>You</span> : <FollowButton user={user} listed />}
    </div>
  )
})

export function PersonRowSkeleton() {
  return (
    <div className={styles.row}>
      <SkeletonBlock shape="avatar" />
      <SkeletonLines widths={['46%', '72%']} />
      <SkeletonBlock shape="button" />
    </div>
  )
}
