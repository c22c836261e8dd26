import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { reportError } from '../../../lib/reportError.ts'
import type { PostOrder } from '../../../generated/types.ts'
import { formatCount } from '../../../lib/format.ts'
import { useSessionScope } from '../../../session/sessionScope.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { ListPill } from '../../../pagedList/ListPill.tsx'
import { listsOf } from '../../../pagedList/lists.ts'
import type { Failure, PagedList } from '../../../pagedList/PagedList.ts'
import { isPublished, MAX_NEW_POSTS, removeNewPosts, useNewPosts, type NewPost } from '../../postChanges/newPosts.ts'
import styles from './NewPosts.module.css'
import { isPostList } from '../../postChanges/postLists.ts'

interface NewPostsProps {
  list: PagedList
  /** The edges of the first page. */
  firstRows: readonly { node: { id: string } }[]
  /** New posts are offered only in a list of the latest posts: in other orders they are not the first. */
  orderBy?: PostOrder
  belongs: (post: NewPost) => boolean
  /** The list, or its empty state. */
  children: ReactNode
}

/** A list of posts. A button above it counts the posts that were published since, and fetches its first page. */
export function NewPosts({ list, firstRows, orderBy = 'LATEST', belongs, children }: NewPostsProps) {
  const scope = useSessionScope()
  const element = useRef<HTMLDivElement>(null)
  const newPosts = useNewPosts()
  const [failure, setFailure] = useState<Failure | null>(null)
  const known = new Set(firstRows.map(({ node }) => node.id))
  // Ids sort by time. A post that is older than every post of the first page belongs to a later page.
  const oldest = firstRows.at(-1)?.node.id ?? ''
  const isNew = (post: NewPost) => belongs(post) && !known.has(post.id) && post.id > oldest
  const missing = orderBy === 'LATEST' ? newPosts.filter(isNew) : []
  const count = missing.length
  // A list that was under way while this tab published a post was read before the post.
  const lacksPublished = missing.some(({ id }) => isPublished(scope, id))
  useEffect(() => {
    if (lacksPublished) list.refetch().catch(reportError)
  }, [lacksPublished, list])

  const show = async () => {
    setFailure(null)
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView()
    const ids = new Set(newPosts.map(({ id }) => id))
    try {
      list.reset()
      await list.refetch()
      // Posts that have arrived meanwhile stay.
      removeNewPosts(scope, ({ id }) => ids.has(id))
      listsOf(scope).markStale((other) => isPostList(other) && other !== list.address)
    } catch (error) {
      reportError(error)
      setFailure({ error })
    }
  }

  return (
    <div ref={element} tabIndex={-1} role="group" aria-label="List of posts" className={styles.list}>
      <ListPill onClick={() => void show()} failure={count > 0 ? failure : null}>
        {count > 0 && (
          <>
            <Icon of={ArrowUp} />
            {count === MAX_NEW_POSTS ? `${count}+ new posts` : formatCount(count, 'new post')}
          </>
        )}
      </ListPill>
      {children}
    </div>
  )
}
