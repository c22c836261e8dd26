import { Link as LinkIcon, Pencil, Settings, Share2, X } from 'lucide-react'
import { Fragment, useRef, type ReactNode } from 'react'
import { formFor } from '../../lib/format.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton, IconButtonLink } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonBlock } from '../../ui/Skeleton.tsx'
import { Surface } from '../../ui/Surface.tsx'
import type { ProfileField } from '../drafts/draft.ts'
import { FollowButton, useFollow } from '../people/FollowButton.tsx'
import { fullName } from '../people/userLinks.ts'
import { RichText } from '../texts/RichText.tsx'
import { sharePage } from '../posts/card/sharePage.ts'
import { AvatarPicker } from './AvatarPicker.tsx'
import { Count, Counts, CountsSkeleton } from './Counts.tsx'
import { portfolioLink } from './portfolio.ts'
import type { ProfileCard_UserFragment } from './ProfileCard.generated.ts'
import styles from './ProfileCard.module.css'
import { ProfileForm } from './ProfileForm.tsx'
import { useProfileForm } from './useProfileForm.ts'
import { WeaveBanner } from './WeaveBanner.tsx'

interface ProfileCardProps {
  user: ProfileCard_UserFragment
  /** The links to the parts of the profile, at the bottom. */
  tabs?: ReactNode
}

/** A user's card (spec §2, "Profile"), with an edit button for the viewer and a follow button for other users. */
export function ProfileCard({ user, tabs }: ProfileCardProps) {
  const editButtonRef = useRef<HTMLButtonElement>(null)
  const { delta } = useFollow(user)
  const followers = user.followerCount + delta
  const name = fullName(user)

  const form = useProfileForm(user, () => {
    // A response closes the form, too: the user may be typing elsewhere by then.
    const { activeElement: focused, body } = document
    const isInCard = editButtonRef.current?.closest('section')?.contains(focused)
    if (focused === body || isInCard) editButtonRef.current?.focus()
  })
  const editing = user.isViewer && form.isOpen

  const share = () =>
    void sharePage({
      title: `${name} (@${user.username}) · Weft`,
      path: `/userprofile/${user.id}`,
      what: 'profile',
    })

  return (
    <Surface as="section" className={styles.card} aria-label={`Profile of ${name}`} data-bleed="">
      <div className={styles.weave}>
        <WeaveBanner username={user.username} />
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          {editing ? (
            <AvatarPicker editing={form} />
          ) : (
            <div className={styles.avatar}>
              <Avatar src={user.avatarUrl} />
            </div>
          )}
          <div className={styles.tools}>
            {user.isViewer && (
              // The side navigation links to the settings, the tab bar of phones does not.
              <IconButtonLink line to="/settings" className={styles.settings} label="Settings">
                <Icon of={Settings} />
              </IconButtonLink>
            )}
            <IconButton line label="Share profile" onClick={share}>
              <Icon of={Share2} />
            </IconButton>
            {user.isViewer ? (
              <IconButton
                ref={editButtonRef}
                line
                label={editing ? 'Close profile form' : 'Edit profile'}
                aria-expanded={editing}
                onClick={form.toggle}
              >
                <Icon of={editing ? X : Pencil} />
              </IconButton>
            ) : (
              <FollowButton user={user} size="md" />
            )}
          </div>
        </div>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.handle}>
          @{user.username}
          {user.followsViewer && <span className={styles.chip}>Follows you</span>}
        </p>
        {editing ? (
          <ProfileForm editing={form} />
        ) : (
          Object.entries(shownFields).map(([field, show]) => <Fragment key={field}>{show(user)}</Fragment>)
        )}
        <Counts>
          <Count value={user.postCount} label={formFor(user.postCount, 'Post')} />
          <Count value={followers} label={formFor(followers, 'Follower')} to={`/userprofile/${user.id}/followers`} />
          <Count value={user.followingCount} label="Following" to={`/userprofile/${user.id}/following`} />
        </Counts>
      </div>
      {tabs && <div className={styles.tabs}>{tabs}</div>}
    </Surface>
  )
}

export function ProfileCardSkeleton({ tabs }: Pick<ProfileCardProps, 'tabs'>) {
  return (
    <Skeleton label="Loading profile">
      <Surface className={styles.card}>
        <div className={styles.weave} />
        <div className={styles.body}>
          <div className={styles.top}>
            <div className={styles.avatar}>
              <SkeletonBlock shape="avatar" width="var(--avatar-size)" height="var(--avatar-size)" />
            </div>
          </div>
          <div className={styles.lines}>
            <SkeletonBlock width="12rem" height="1.4rem" />
            <SkeletonBlock width="7rem" />
            <SkeletonBlock width="88%" />
            <SkeletonBlock width="64%" />
            <SkeletonBlock width="9rem" />
          </div>
          <CountsSkeleton />
        </div>
        {tabs && <div className={styles.tabs}>{tabs}</div>}
      </Surface>
    </Skeleton>
  )
}

/** What the card shows of each field of the form, in this order. */
const shownFields: Record<ProfileField, (user: ProfileCard_UserFragment) => ReactNode> = {
  bio: ({ bio }) => bio && <RichText text={bio} className={styles.bio} />,
  portfolioUrl: ({ portfolioUrl }) => portfolioUrl.trim() && <Portfolio typed={portfolioUrl} />,
}

function Portfolio({ typed }: { typed: string }) {
  const link = portfolioLink(typed)
  const content = (
    <>
      <Icon of={LinkIcon} />
      {link?.label ?? typed.trim()}
    </>
  )
  return link ? (
    <a className={styles.link} href={link.href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {content}
    </a>
  ) : (
    <p className={styles.link}>{content}</p>
  )
}
