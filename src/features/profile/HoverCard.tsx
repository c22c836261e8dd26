import { useSuspenseFragment } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { excerpt } from '../../../shared/excerpt.ts'
import { formFor } from '../../lib/format.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { FollowButton, useFollow } from '../people/FollowButton.tsx'
import { fullName, profilePath } from '../people/userLinks.ts'
import { Count, Counts } from './Counts.tsx'
import { HoverCard_UserFragmentDoc } from './HoverCard.generated.ts'
import styles from './HoverCard.module.css'
import { WeaveBanner } from './WeaveBanner.tsx'

/** More than the three lines can show. */
const BIO_CHARS = 240

/** A short form of a user's profile. The user must be in the cache. */
export function HoverCard({ userId }: { userId: string }) {
  const { data: user } = useSuspenseFragment({
    fragment: HoverCard_UserFragmentDoc,
    fragmentName: 'HoverCard_user',
    from: { __typename: 'User', id: userId },
  })
  const { delta } = useFollow(user)
  const followers = user.followerCount + delta
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
          <Count value={followers} label={formFor(followers, 'Follower')} />
          <Count value={user.followingCount} label="Following" />
        </Counts>
      </div>
    </div>
  )
}
