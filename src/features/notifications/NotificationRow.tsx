import { AtSign, Heart, MessageCircle, UserPlus, type LucideIcon } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'react-router-dom'
import { excerpt } from '../../../shared/excerpt.ts'
import { deedOf, notificationPath, othersText } from '../../../shared/notificationTexts.ts'
import type { NotificationKind } from '../../generated/types.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { useMedia } from '../../ui/images/mediaSource.ts'
import { SkeletonBlock, SkeletonLines } from '../../ui/Skeleton.tsx'
import { FollowButton } from '../people/FollowButton.tsx'
import { fullName } from '../people/userLinks.ts'
import { useAge, useShortDate } from '../posts/card/age.ts'
import { LikeButton } from '../posts/card/LikeButton.tsx'
import { ReplyLink } from '../posts/card/ReplyLink.tsx'
import { markRead } from './notifications.ts'
import type { NotificationRow_NotificationFragment } from './Notifications.generated.ts'
import styles from './NotificationRow.module.css'

/** More than two lines can show. */
const QUOTE_CHARS = 240

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  LIKE: Heart,
  REPLY: MessageCircle,
  MENTION: AtSign,
  FOLLOW: UserPlus,
}

interface NotificationRowProps {
  notification: NotificationRow_NotificationFragment
  /** The place in the feed, from 1. */
  position: number
  /** The length of the feed, or -1 if it is unknown. */
  setSize: number
}

/** An article in the feed of notifications: a link to what it is about, which marks it as read. */
export const NotificationRow = memo(function NotificationRow({
  notification,
  position,
  setSize,
}: NotificationRowProps) {
  const { id, kind, isRead, actors, actorCount, post } = notification
  const scope = useSessionScope()
  const link = useId()
  const [first] = actors
  const others = actorCount - 1
  const isOne = others <= 0
  const hasText = kind === 'REPLY' || kind === 'MENTION'
  const path = notificationPath({ post, actorCount, actor: first, userId: scope.userId })
  const open = () => {
    if (!isRead) void markRead(scope, [id])
  }
  return (
    <article
      className={classes(styles.row, !isRead && styles.unread)}
      aria-labelledby={link}
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={setSize}
      data-kind={kind}
    >
      {isOne && first ? (
        <span className={styles.picture}>
          <Avatar src={first.avatarUrl} />
          <span className={styles.kind}>
            <Icon of={icons[kind]} />
          </span>
        </span>
      ) : (
        <span className={styles.tile}>
          <Icon of={icons[kind]} />
        </span>
      )}
      <div className={styles.body}>
        {!isOne && (
          <div className={styles.stack}>
            {actors.map((actor) => (
              <Avatar key={actor.id} src={actor.avatarUrl} size="2rem" />
            ))}
          </div>
        )}
        <div className={styles.what}>
          <Link id={link} to={path} className={styles.link} data-row-link="" onClick={open}>
            {!isRead && <span className="visually-hidden">Unread: </span>}
            <b>
              <bdi>{first ? fullName(first) : 'Somebody'}</bdi>
            </b>
            {!isOne && (
              <>
                {' '}
                and <b>{othersText(others)}</b>
              </>
            )}{' '}
            {deedOf(kind, post)}
          </Link>
          <When at={Date.parse(notification.updatedAt)} />
        </div>
        {post?.content && (
          <p className={hasText ? styles.text : styles.quote} dir="auto">
            {excerpt(post.content, QUOTE_CHARS)}
          </p>
        )}
        {kind === 'FOLLOW' && isOne && first?.bio && (
          <p className={styles.quote} dir="auto">
            {excerpt(first.bio, QUOTE_CHARS)}
          </p>
        )}
        {hasText && post && (
          <div className={styles.actions}>
            <ReplyLink post={post} onOpen={open} />
            <LikeButton post={post} />
          </div>
        )}
      </div>
      {kind === 'FOLLOW' && isOne && first && <FollowButton user={first} listed />}
      {kind === 'LIKE' && post?.media?.type === 'IMAGE' && <Thumbnail url={post.media.url} />}
    </article>
  )
})

function When({ at }: { at: number }) {
  const age = useAge(at)
  const date = useShortDate(at)
  return (
    <time className={styles.when} dateTime={new Date(at).toISOString()}>
      {age || date}
    </time>
  )
}

function Thumbnail({ url }: { url: string }) {
  const { source, tries, onError } = useMedia(url)
  return source && <img key={tries} className={styles.thumbnail} src={source} alt="" onError={onError} />
}

export function NotificationRowSkeleton() {
  return (
    <div className={styles.row}>
      <SkeletonBlock shape="avatar" />
      <SkeletonLines widths={['46%', '72%']} />
    </div>
  )
}
