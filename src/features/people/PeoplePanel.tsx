import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Who } from '../../ui/UserLabel.tsx'
import { FollowButton } from './FollowButton.tsx'
import { fullName, profilePath } from './names.ts'
import styles from './People.module.css'
import { Person_UserFragmentDoc } from './People.generated.ts'
import { usePeople } from './usePeople.ts'

/** The heading of the list, wherever it stands (spec §2). */
export const peopleHeading = 'People you Might know'

/** The people on a sheet beside the feed: desktop. */
export function PeoplePanel() {
  const { users, more, busy, showMore } = usePeople()
  if (users.length === 0) return null

  return (
    <Sheet as="section" className={styles.panel}>
      <h2 className={styles.heading}>{peopleHeading}</h2>
      <ul className={styles.panelList}>
        {users.map((user) => (
          <PanelPerson key={user.id} user={user} />
        ))}
      </ul>
      {more && (
        <div className={styles.more}>
          <Button size="sm" variant="quiet" busy={busy} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </Sheet>
  )
}

function PanelPerson({ user: from }: { user: FragmentType<typeof Person_UserFragmentDoc> }) {
  const { data: user } = useSuspenseFragment({ fragment: Person_UserFragmentDoc, fragmentName: 'Person_user', from })
  return (
    <li className={styles.person}>
      <Link className={styles.personLink} to={profilePath(user)}>
        <Avatar src={user.avatarUrl} />
        <Who name={fullName(user)} username={user.username} />
      </Link>
      <FollowButton user={user} listed />
    </li>
  )
}
