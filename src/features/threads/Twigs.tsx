import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fetchQuery } from '../../apollo/calls.ts'
import { formatNumber, formFor } from '../../lib/format.ts'
import { reportError } from '../../lib/reportError.ts'
import { focusMain, focusWhenShown } from '../../ui/pageFocus.ts'
import { fullName } from '../people/userLinks.ts'
import { PostCard } from '../posts/card/PostCard.tsx'
import { MoreButton } from './MoreButton.tsx'
import { useOpened } from './opened.ts'
import { MoreRepliesDocument, type RepliesQuery } from './Replies.generated.ts'
import styles from './Thread.module.css'
import { Tombstone } from './Tombstone.tsx'

/** A reply, or what is left of it. */
export type ReplyItem = NonNullable<RepliesQuery['post']>['replies']['edges'][number]['node']

/**
 * The first replies to a reply. A button shows more of them in place; the page of the reply has those that are still
 * missing, and the replies to these.
 */
export function Twigs({ item }: { item: ReplyItem }) {
  const client = useApolloClient()
  const [isOpen, open] = useOpened(item.id)
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  const first = item.replies.edges
  const sibling = first.find(({ node }) => node.__typename === 'Post')?.node.id
  const variables = { replyId: sibling ?? '' }
  const { data } = useQuery(MoreRepliesDocument, { variables, skip: !isOpen || sibling === undefined })
  const more = data?.post?.parent?.replies.edges
  const shown = more ?? first
  const rest = item.replyCount - shown.filter(({ node }) => node.__typename === 'Post').length

  const showMore = async () => {
    setStatus('loading')
    try {
      const loaded = await fetchQuery(client, MoreRepliesDocument, variables)
      const known = new Set(first.map(({ node }) => node.id))
      const added = loaded.post?.parent?.replies.edges.filter(({ node }) => !known.has(node.id)) ?? []
      const post = added.find(({ node }) => node.__typename === 'Post')
      if (post) focusWhenShown(post.node.id)
      else focusMain()
      open()
      setStatus('idle')
    } catch (error) {
      reportError(error)
      setStatus('failed')
    }
  }

  const label = `Show ${formatNumber(rest)} more ${formFor(rest, 'reply', 'replies')}`
  const name = item.__typename === 'Post' ? fullName(item.author) : 'a deleted post'
  return (
    <ul className={styles.twigs} aria-label={`Replies to ${name}`}>
      {shown.map(({ node }) => (
        <li key={node.id} className={styles.twig}>
          {node.__typename === 'Post' ? <PostCard post={node} thread="twig" /> : <Tombstone reason={node.reason} />}
        </li>
      ))}
      {rest > 0 && !more && sibling !== undefined && (
        <li className={styles.twig}>
          <MoreButton busy={status === 'loading'} onClick={() => void showMore()}>
            {status === 'failed' ? 'These replies did not load. Try again' : label}
          </MoreButton>
        </li>
      )}
      {rest > 0 && (more ?? sibling === undefined) && item.__typename === 'Post' && (
        <li className={styles.twig}>
          <Link to={`/post/${item.id}`} className={styles.more}>
            {label}
          </Link>
        </li>
      )}
    </ul>
  )
}
