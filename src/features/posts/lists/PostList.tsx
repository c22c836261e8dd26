import type { OperationVariables } from '@apollo/client'
import type { KeyboardEvent, ReactNode } from 'react'
import { LongList } from '../../../pagedList/LongList.tsx'
import type { Paging } from '../../../pagedList/usePagedQuery.ts'
import { Surface } from '../../../ui/Surface.tsx'
import { PostCard } from '../card/PostCard.tsx'
import styles from './PostList.module.css'
import type { PostCard_PostFragment } from '../card/PostCard.generated.ts'

interface PostListProps<Data, Variables> {
  paging: Paging<PostCard_PostFragment, Data, Variables>
  /** Whether a link opens the list at its start. Default: where the user left it. */
  opensAtStart?: boolean
  /** Names a list that keeps a post until the page is left although the viewer has taken it out. */
  list?: 'feed' | 'bookmarks'
  /** Content between the posts: before the post at this position, from 1, or at the end of a shorter list. */
  slot?: { before: number; content: ReactNode }
  /** Omits the surface, for a place within one. */
  bare?: boolean
}

/** A feed of posts (ARIA). Page Down and Page Up move between the posts. */
export function PostList<Data, Variables extends OperationVariables>({
  paging,
  opensAtStart = false,
  list,
  slot,
  bare = false,
}: PostListProps<Data, Variables>) {
  return (
    <div>
      <LongList
        role="feed"
        aria-label="Posts"
        onKeyDown={moveBetweenPosts}
        paging={paging}
        opensAtStart={opensAtStart}
        end={(count) => slot && slot.before > count && slot.content}
        frame={bare ? BareFrame : Frame}
      >
        {(post, position, setSize) => (
          <div className={styles.row}>
            {position === slot?.before && slot.content}
            <PostCard post={post} position={position} setSize={setSize} list={list} />
          </div>
        )}
      </LongList>
    </div>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Surface className={styles.list}>{children}</Surface>
}

function BareFrame({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>
}

/** Moves the focus to the next or previous post, as the ARIA Authoring Practices describe a feed. */
function moveBetweenPosts(event: KeyboardEvent<HTMLElement>): void {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (!step || !(event.target instanceof Element) || event.target.matches('textarea, video')) return
  const posts = [...event.currentTarget.querySelectorAll<HTMLElement>('article:not([hidden])')]
  const target = posts[posts.findIndex((post) => post.contains(document.activeElement)) + step]
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ behavior: 'instant' })
}
