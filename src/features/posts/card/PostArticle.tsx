import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { longDateOf } from '../../../../shared/dates.ts'
import { fullName, profilePath } from '../../people/userLinks.ts'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { useAge, useShortDate } from './age.ts'
import { BookmarkButton } from './BookmarkButton.tsx'
import { LikeButton } from './LikeButton.tsx'
import { ReplyingTo } from './ReplyingTo.tsx'
import { ReplyLink } from './ReplyLink.tsx'
import styles from './PostCard.module.css'
import type { PostCard_PostFragment } from './PostCard.generated.ts'
import { PostMedia } from '../../media/PostMedia.tsx'
import { RichText } from '../../texts/RichText.tsx'
import { ShareButton } from './ShareButton.tsx'
import { UnbookmarkedNote, UnfollowedNote } from './TakenOutNote.tsx'
import { useCardFocus } from './useCardFocus.ts'

export interface PostLayout {
  /** Larger, for the post's own page. */
  solo?: boolean
  /**
   * Where a thread shows it: above the post of the page, below it (as a trunk, if replies hang on it), or below a reply.
   * Default: in a list, where a reply names whom it answers.
   */
  thread?: 'ancestor' | 'reply' | 'trunk' | 'twig'
  /** The place in a feed, from 1. */
  position?: number
  /** The length of the feed, or -1 if it is unknown. */
  setSize?: number
  /** A list that keeps the post until the page is left although the viewer has taken it out. */
  list?: 'feed' | 'bookmarks' | undefined
}

interface PostArticleProps extends PostLayout {
  post: PostCard_PostFragment
  /** The buttons beside the author. */
  tools: ReactNode
  text: string
  media?: PostCard_PostFragment['media']
  /** Shown in place of the text. */
  form?: ReactNode
  hidden?: boolean
}

const noMentions: readonly never[] = []

/** The layout of a post, of the viewer or of another user. */
export function PostArticle({
  post,
  tools,
  text,
  media = post.media,
  form,
  hidden = false,
  solo = false,
  thread,
  position,
  setSize,
  list,
}: PostArticleProps) {
  const { author } = post
  const name = fullName(author)
  const card = useCardFocus(post.id, hidden)
  return (
    <article
      ref={card}
      className={classes(styles.post, solo && styles.solo, thread && styles[thread])}
      aria-label={`Post by ${name}`}
      aria-posinset={position}
      aria-setsize={setSize}
      tabIndex={-1}
      hidden={hidden}
    >
      {!solo && !thread && <ReplyingTo post={post} />}
      <header className={styles.head}>
        <Link to={profilePath(author)} tabIndex={-1} aria-hidden="true">
          <Avatar src={author.avatarUrl} size={solo ? 'min(3.25rem, 14vw)' : thread === 'twig' ? '2rem' : undefined} />
        </Link>
        <div className={styles.who}>
          <Link to={profilePath(author)} className={styles.name}>
            <bdi>{name}</bdi>
          </Link>
          <div className={styles.meta}>
            <span className={styles.username}>@{author.username}</span>
            <span className={styles.when}>
              <Link to={`/post/${post.id}`} className={styles.date} data-row-link="">
                <time dateTime={post.createdAt}>{longDateOf(Date.parse(post.createdAt))}</time>
                <Age createdAt={Date.parse(post.createdAt)} />
              </Link>
              {post.editedAt && <span title={longDateOf(Date.parse(post.editedAt))}>Edited</span>}
            </span>
          </div>
        </div>
        {tools}
      </header>
      <div className={styles.body}>
        {list === 'feed' && !author.isViewer && <UnfollowedNote author={author} />}
        {form ??
          (text && (
            <RichText
              text={text}
              // An edit that is being sent has none yet.
              mentions={text === post.content ? post.mentions : noMentions}
              full={solo}
              className={styles.text}
            />
          ))}
        {media && <PostMedia media={media} post={post} />}
        <div className={styles.actions}>
          <ReplyLink post={post} />
          <LikeButton post={post} />
          <ShareButton post={post} />
          <BookmarkButton post={post} />
        </div>
        {list === 'bookmarks' && <UnbookmarkedNote post={post} />}
      </div>
    </article>
  )
}

/** The age of a post, or a short date in its place, which only shows where there is no room for the long one. */
function Age({ createdAt }: { createdAt: number }) {
  const age = useAge(createdAt)
  const date = useShortDate(createdAt)
  return age ? (
    <span>{age}</span>
  ) : (
    <span className={styles.shortDate} aria-hidden="true">
      {date}
    </span>
  )
}
