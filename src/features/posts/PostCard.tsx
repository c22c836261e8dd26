import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { longDateOf } from '../../../shared/dates.ts'
import { FollowButton } from '../people/FollowButton.tsx'
import { fullName, profilePath } from '../people/names.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { BookmarkButton } from './BookmarkButton.tsx'
import { EditPostForm } from './EditPostForm.tsx'
import { LikeButton } from './LikeButton.tsx'
import styles from './PostCard.module.css'
import { PostCard_PostFragmentDoc } from './PostCard.generated.ts'
import { PostMedia } from './PostMedia.tsx'
import { ShareButton } from './ShareButton.tsx'
import { useDeletePost } from './useDeletePost.ts'
import { useEditing } from './useEditing.ts'

interface PostCardProps {
  post: FragmentType<typeof PostCard_PostFragmentDoc>
  /** Larger, for the post's own page. */
  solo?: boolean
  onDeleted?: () => void
}

/** A post with its actions (spec §2, "Post card"). */
export function PostCard({ post: from, solo = false, onDeleted }: PostCardProps) {
  const { data: post } = useSuspenseFragment({
    fragment: PostCard_PostFragmentDoc,
    fragmentName: 'PostCard_post',
    from,
  })
  const { author } = post
  const card = useRef<HTMLElement>(null)
  const editButtonRef = useRef<HTMLButtonElement>(null)
  const editing = useEditing(post.id, post.content, editButtonRef)
  const { deleted, deletePost } = useDeletePost(post.id)
  const name = fullName(author)

  const remove = async () => {
    if (card.current?.contains(document.activeElement)) focusNeighbour(card.current)
    if (await deletePost()) onDeleted?.()
  }

  return (
    <article
      ref={card}
      className={classes(styles.post, solo && styles.solo)}
      aria-label={`Post by ${name}`}
      tabIndex={-1}
      hidden={deleted}
    >
      <header className={styles.head}>
        <Link to={profilePath(author)} tabIndex={-1} aria-hidden="true">
          <Avatar src={author.avatarUrl} size={solo ? '3.25rem' : undefined} />
        </Link>
        <div className={styles.who}>
          <Link to={profilePath(author)} className={styles.name}>
            {name}
          </Link>
          <div className={styles.meta}>
            <span>@{author.username}</span>
            <Link to={`/post/${post.id}`}>
              <time dateTime={post.createdAt}>{longDateOf(Date.parse(post.createdAt))}</time>
            </Link>
          </div>
        </div>
        {post.viewerCanEdit ? (
          <div className={styles.tools}>
            <IconButton
              ref={editButtonRef}
              label="Edit post"
              aria-expanded={editing.draft !== null}
              onClick={editing.toggle}
            >
              <Icon of={Pencil} />
            </IconButton>
            <IconButton label="Delete post" tone="danger" onClick={() => void remove()}>
              <Icon of={Trash2} />
            </IconButton>
          </div>
        ) : (
          <FollowButton user={author} />
        )}
      </header>
      <div className={styles.body}>
        {editing.draft === null ? (
          editing.text && <p className={styles.text}>{editing.text}</p>
        ) : (
          <EditPostForm
            draft={editing.draft}
            onDraft={editing.setDraft}
            onUpdate={editing.submit}
            onCancel={editing.cancel}
          />
        )}
        {post.media && <PostMedia media={post.media} author={name} />}
        <div className={styles.actions}>
          <LikeButton post={post} />
          <ShareButton post={post} />
          <BookmarkButton post={post} />
        </div>
      </div>
    </article>
  )
}

/** Moves the focus to the next post on the page, else to the previous one, else to the container of the list. */
function focusNeighbour(card: HTMLElement): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main article:not([hidden])')]
  const at = cards.indexOf(card)
  const target = cards[at + 1] ?? cards[at - 1] ?? card.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
  target?.focus({ preventScroll: true })
}
