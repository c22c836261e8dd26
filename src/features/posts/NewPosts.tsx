import { useApolloClient } from '@apollo/client/react'
import { ArrowUp } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { PostOrder } from '../../generated/types.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListPill } from '../lists/ListPill.tsx'
import { MAX_NEW_POSTS, removeNewPosts, useNewPosts, type NewPost } from './newPostsStore.ts'
import styles from './NewPosts.module.css'
import { addPostEverywhere, refreshPostLists } from './postLists.ts'

interface NewPostsProps {
  shown: readonly { node: { id: string } }[]
  /** New posts are offered only in a list of the latest posts: in other orders they are not the first. */
  orderBy?: PostOrder
  /** Returns whether a post belongs to this list. */
  belongs: (post: NewPost) => boolean
  /** The list, or its empty state. */
  children: ReactNode
}

/** A list of posts. A button above it adds posts that were published outside this tab. */
export function NewPosts({ shown, orderBy = 'LATEST', belongs, children }: NewPostsProps) {
  const client = useApolloClient()
  const list = useRef<HTMLDivElement>(null)
  const newPosts = useNewPosts()
  const known = new Set(shown.map(({ node }) => node.id))
  // Ids sort by time. A post that is older than every shown post belongs to a later page.
  const oldest = shown.at(-1)?.node.id ?? ''
  const isNew = (post: NewPost) => belongs(post) && !known.has(post.edge.node.id) && post.edge.node.id > oldest
  const waiting = orderBy === 'LATEST' ? newPosts.filter(isNew) : []

  const mayBeMore = newPosts.length === MAX_NEW_POSTS
  const count = mayBeMore ? `${waiting.length}+` : waiting.length

  const show = () => {
    if (mayBeMore) refreshPostLists(client)
    else
      for (const { edge, author, inFeed } of newPosts.toReversed())
        addPostEverywhere(client.cache, edge, author, { inFeed })
    removeNewPosts(() => true)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView()
  }

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label="List of posts" className={styles.list}>
      <ListPill onClick={show}>
        {waiting.length > 0 && (
          <>
            <Icon of={ArrowUp} />
            {count === 1 ? '1 new post' : `${count} new posts`}
          </>
        )}
      </ListPill>
      {children}
    </div>
  )
}
