import { Bookmark } from 'lucide-react'
import { fetchQuery, sendMutation, type UnmaskedFragment } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { messagesOf } from '../../../backend/refusals.ts'
import { useToggle, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { addToLists, hasId, removeFromLists } from '../../../pagedList/cachedLists.ts'
import { listsOf } from '../../../pagedList/lists.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { useSessionScope, type SessionScope } from '../../../session/sessionScope.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { quickAutoCloseMs, toast } from '../../../ui/toasts/toast.ts'
import styles from './Action.module.css'
import {
  AddBookmarkDocument,
  BookmarkStateDocument,
  RemoveBookmarkDocument,
  type BookmarkButton_PostFragment,
} from './BookmarkButton.generated.ts'

const quick = { autoClose: quickAutoCloseMs }

/** The bookmark toggle of a post. Asks visitors to log in. */
export function BookmarkButton({ post }: { post: UnmaskedFragment<BookmarkButton_PostFragment> }) {
  const { on, toggle } = useToggle(post.viewerHasBookmarked, bookmarkCalls(useSessionScope(), post.id))
  const requireSession = useRequireSession('bookmark')

  return (
    <button
      type="button"
      className={classes(styles.action, styles.bookmark, styles.end)}
      aria-label={on ? 'Remove bookmark' : 'Bookmark'}
      aria-pressed={on}
      onClick={requireSession(toggle)}
    >
      <Icon of={Bookmark} />
    </button>
  )
}

/** Adds and removes a bookmark. Shows each message of a failure as an error toast (spec §8). */
export function bookmarkCalls(scope: SessionScope, postId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'bookmark',
    id: postId,
    send: ({ on, idempotencyKey }) => {
      const variables = { input: { postId, idempotencyKey } }
      return on
        ? sendMutation(client, AddBookmarkDocument, variables, (cache, { addBookmark }) =>
            addToLists(cache, ['bookmarks'], addBookmark.bookmarkEdge),
          )
        : sendMutation(client, RemoveBookmarkDocument, variables, (cache) =>
            removeFromLists(cache, ['bookmarks'], hasId(postId)),
          )
    },
    onSuccess: (on) => toast.success(on ? 'Added to Bookmark' : 'Removed from Bookmark', quick),
    onError: (error) => {
      for (const message of messagesOf(error)) toast.error(message)
    },
    refetch: () =>
      Promise.all([fetchQuery(client, BookmarkStateDocument, { postId }), listsOf(scope).refresh('bookmarks')]),
  }
}
