import { useApolloClient } from '@apollo/client/react'
import { ArrowUp } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { reportError } from '../../../lib/reportError.ts'
import type { PostOrder } from '../../../generated/types.ts'
import { useStore } from '../../../lib/createStore.ts'
import { formatCount } from '../../../lib/format.ts'
import { useSessionScope } from '../../../session/sessionScope.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { ListPill } from '../../../pagedList/ListPill.tsx'
import type { Failure } from '../../../pagedList/PagedList.ts'
import { MAX_NEW_POSTS, newPostsOf, type NewPost } from './newPostsStore.ts'
import styles from './NewPosts.module.css'
import { addPostToTimelines, refreshPostLists } from './postLists.ts'

interface NewPostsProps {
  /** The edges of the first page. */
  firstRows: readonly { node: { id: string } }[]
  /** New posts are offered only in a list of the latest posts: in other orders they are not the first. */
  orderBy?: PostOrder
  belongs: (post: NewPost) => boolean
  /** The list, or its empty state. */
  children: ReactNode
}

/** A list of posts. A button above it adds posts that were published outside this tab. */
export function NewPosts({ firstRows, orderBy = 'LATEST', belongs, children }: NewPostsProps) {
  const { cache } = useApolloClient()
  const scope = useSessionScope()
  const list = useRef<HTMLDivElement>(null)
  const store = newPostsOf(scope)
  const newPosts = useStore(store.offered)
  const [failure, setFailure] = useState<Failure | null>(null)
  const known = new Set(firstRows.map(({ node }) => node.id))
  // Ids sort by time. A post that is older than every post of the first page belongs to a later page.
  const oldest = firstRows.at(-1)?.node.id ?? ''
  const isNew = (post: NewPost) => belongs(post) && !known.has(post.edge.node.id) && post.edge.node.id > oldest
  const waiting = orderBy === 'LATEST' ? newPosts.filter(isNew) : []

  const mayBeMore = newPosts.length === MAX_NEW_POSTS

  const refresh = async () => {
    const ids = new Set(newPosts.map(({ edge }) => edge.node.id))
    try {
      await refreshPostLists(scope)
      // Posts that have arrived meanwhile stay.
      store.remove(({ edge }) => ids.has(edge.node.id))
    } catch (error) {
      reportError(error)
      setFailure({ error })
    }
  }
  const show = () => {
    setFailure(null)
    if (mayBeMore) void refresh()
    else {
      for (const { edge, author, inFeed } of newPosts.toReversed()) addPostToTimelines(cache, edge, author, { inFeed })
      store.remove(() => true)
    }
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView()
  }

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label="List of posts" className={styles.list}>
      {/* Fewer posts need no request, so there is nothing to try again. */}
      <ListPill onClick={show} failure={waiting.length > 0 && mayBeMore ? failure : null}>
        {waiting.length > 0 && (
          <>
            <Icon of={ArrowUp} />
            {mayBeMore ? `${waiting.length}+ new posts` : formatCount(waiting.length, 'new post')}
          </>
        )}
      </ListPill>
      {children}
    </div>
  )
}
