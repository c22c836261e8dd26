import { useApolloClient } from '@apollo/client/react'
import { ArrowUp } from 'lucide-react'
import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { PostOrder } from '../../generated/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { announcedPosts, subscribeToAnnounced, withdrawPosts, type AnnouncedPost } from './newPostsStore.ts'
import styles from './NewPosts.module.css'
import { addPostEverywhere } from './postLists.ts'

interface NewPostsProps {
  shown: readonly { node: { id: string } }[]
  /** Only a list of the latest posts takes new ones in where one looks. */
  orderBy?: PostOrder
  belongs: (post: AnnouncedPost) => boolean
  /** The list, or what stands in its place while it is empty. */
  children: ReactNode
}

/** A list with a pill over it that announces posts published elsewhere; only a press puts them in. */
export function NewPosts({ shown, orderBy = 'LATEST', belongs, children }: NewPostsProps) {
  const { cache } = useApolloClient()
  const list = useRef<HTMLDivElement>(null)
  const announced = useSyncExternalStore(subscribeToAnnounced, announcedPosts)
  const known = new Set(shown.map(({ node }) => node.id))
  // The order of ids is the order of posting: what is older than all of these stands on a later page.
  const oldest = shown.at(-1)?.node.id ?? ''
  const isNew = (post: AnnouncedPost) => belongs(post) && !known.has(post.edge.node.id) && post.edge.node.id > oldest
  const waiting = orderBy === 'LATEST' ? announced.filter(isNew) : []

  const show = () => {
    for (const { edge, author, inFeed } of announced.toReversed()) addPostEverywhere(cache, edge, author, { inFeed })
    withdrawPosts(() => true)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView()
  }

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label="List of posts" className={styles.list}>
      <div role="status" className={styles.place}>
        {waiting.length > 0 && (
          <Button size="sm" className={styles.pill} onClick={show}>
            <Icon of={ArrowUp} />
            {waiting.length === 1 ? '1 new post' : `${waiting.length} new posts`}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}
