import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Who } from '../../ui/UserLabel.tsx'
import { FollowButton } from './FollowButton.tsx'
import { fullName, profilePath } from './names.ts'
import styles from './People.module.css'
import { Person_UserFragmentDoc } from './People.generated.ts'
import { peopleHeading } from './PeoplePanel.tsx'
import { usePeople } from './usePeople.ts'

/** The people side by side within the feed: phone and tablet. */
export function PeopleShelf() {
  const { users, more, busy, showMore } = usePeople()
  const heading = useId()
  if (users.length === 0) return null

  return (
    <aside className={styles.shelf} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {peopleHeading}
      </h2>
      <ul className={styles.shelfList}>
        {users.map((user) => (
          <ShelfPerson key={user.id} user={user} />
        ))}
        {more && (
          <li className={styles.card}>
            <Button size="sm" variant="quiet" busy={busy} onClick={showMore}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </aside>
  )
}

function ShelfPerson({ user: from }: { user: FragmentType<typeof Person_UserFragmentDoc> }) {
  const { data: user } = useSuspenseFragment({ fragment: Person_UserFragmentDoc, fragmentName: 'Person_user', from })
  return (
    <li className={styles.card}>
      <Link className={styles.cardLink} to={profilePath(user)}>
        <Avatar src={user.avatarUrl} size="3.5rem" />
        <Who name={fullName(user)} username={user.username} />
      </Link>
      <FollowButton user={user} listed />
    </li>
  )
}
