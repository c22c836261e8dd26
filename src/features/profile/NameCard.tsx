import { useSuspenseFragment } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { excerpt } from '../../lib/excerpt.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { FollowButton } from '../people/FollowButton.tsx'
import { fullName, profilePath } from '../people/names.ts'
import { useFollow } from '../people/useFollow.ts'
import { Count, Counts } from './Counts.tsx'
import { NameCard_UserFragmentDoc } from './NameCard.generated.ts'
import styles from './NameCard.module.css'
import { WeaveBanner } from './WeaveBanner.tsx'

/** More than the three lines can show. */
const BIO_CHARS = 240

/** A short form of a user's profile. The user must be in the cache. */
export function NameCard({ userId }: { userId: string }) {
  const { data: user } = useSuspenseFragment({
    fragment: NameCard_UserFragmentDoc,
    fragmentName: 'NameCard_user',
    from: { __typename: 'User', id: userId },
  })
  const { delta } = useFollow(user)
  return (
    <div role="group" aria-label={`About ${fullName(user)}`}>
      <div className={styles.weave}>
        <WeaveBanner username={user.username} />
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <Avatar src={user.avatarUrl} size="3.875rem" className={styles.avatar} />
          {!user.isViewer && <FollowButton user={user} />}
        </div>
        <Link to={profilePath(user)} className={styles.label}>
          <UserLabel name={fullName(user)} username={user.username} />
        </Link>
        {user.bio && (
          <p className={styles.bio} dir="auto">
            {excerpt(user.bio, BIO_CHARS)}
          </p>
        )}
        <Counts small>
          <Count label="Followers" value={user.followerCount + delta} />
          <Count label="Following" value={user.followingCount} />
        </Counts>
      </div>
    </div>
  )
}
