import { useState } from 'react'
import { reportError } from '../../lib/reportError.ts'
import { formatCount } from '../../lib/format.ts'
import { LongList } from '../../pagedList/LongList.tsx'
import { useListState, usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import type { PagedList } from '../../pagedList/PagedList.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { Button } from '../../ui/Button.tsx'
import { focusWhenShown } from '../../ui/pageFocus.ts'
import { removeNewPosts, useNewReplies } from '../postChanges/newPosts.ts'
import { RepliesDocument } from './Replies.generated.ts'
import { ReplyRow } from './ReplyRow.tsx'
import styles from './Thread.module.css'

/** The replies to a post, the oldest first. */
export function Replies({ postId }: { postId: string }) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'replies',
    document: RepliesDocument,
    variables: { postId },
    connectionOf: ({ post }) => post?.replies,
    ofId: postId,
  })
  const { pages, endCursor } = useListState(paging)
  const known = new Set(pages.flatMap(({ rowIds = [] }) => rowIds))

  return (
    <>
      {!isEmpty && (
        <LongList role="list" aria-label="Replies" paging={paging} opensAtStart>
          {(item, position, setSize) => <ReplyRow item={item} position={position} setSize={setSize} />}
        </LongList>
      )}
      {endCursor === null && <NewReplies postId={postId} list={paging.list} known={known} />}
    </>
  )
}

interface NewRepliesProps {
  postId: string
  list: PagedList
  /** The ids of the replies that the list has. */
  known: ReadonlySet<string>
}

/** A button at the end of the replies that counts those that were written since, and shows them. */
function NewReplies({ postId, list, known }: NewRepliesProps) {
  const scope = useSessionScope()
  const missing = useNewReplies(postId).filter(({ id }) => !known.has(id))
  const [hasFailed, setFailed] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const oldest = missing.at(-1)

  const show = async () => {
    setLoading(true)
    setFailed(false)
    const ids = new Set(missing.map(({ id }) => id))
    if (oldest) focusWhenShown(oldest.id)
    try {
      await list.refetch()
      removeNewPosts(scope, ({ id }) => ids.has(id))
    } catch (error) {
      reportError(error)
      setFailed(true)
    }
    setLoading(false)
  }

  return (
    <div role="status" className={styles.end}>
      {oldest && (
        <Button size="sm" variant="soft" busy={isLoading} onClick={() => void show()}>
          {hasFailed
            ? 'These replies did not load. Try again'
            : formatCount(missing.length, 'new reply', 'new replies')}
        </Button>
      )}
    </div>
  )
}
