import { Bookmark } from 'lucide-react'
import { fetchQuery, sendMutation, type UnmaskedFragment } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { messagesOf } from '../../../backend/refusals.ts'
import { requestValue, useToggle, type Toggle, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { listsOf } from '../../../pagedList/lists.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { useSessionScope, type SessionScope } from '../../../session/sessionScope.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { addBookmark, removeBookmark } from '../../postChanges/postLists.ts'
import styles from './Action.module.css'
import {
  AddBookmarkDocument,
  BookmarkStateDocument,
  RemoveBookmarkDocument,
  type BookmarkButton_PostFragment,
} from './BookmarkButton.generated.ts'

/** The bookmark toggle of a post. Asks visitors to log in. */
export function BookmarkButton({ post }: { post: UnmaskedFragment<BookmarkButton_PostFragment> }) {
  const { on, toggle } = useBookmark(post)
  const requireSession = useRequireSession('Log in to bookmark posts.')

  return (
    <button
      type="button"
      className={classes(styles.action, styles.bookmark, styles.end)}
      aria-label={on ? 'Remove bookmark' : 'Bookmark'}
      data-on={on || undefined}
      onClick={requireSession(toggle)}
    >
      <Icon of={Bookmark} />
    </button>
  )
}

/** Returns the bookmark toggle of a post. */
export function useBookmark(post: UnmaskedFragment<BookmarkButton_PostFragment>): Toggle {
  return useToggle(post.viewerHasBookmarked, bookmarkCalls(useSessionScope(), post.id))
}

/** Adds and removes a bookmark. Shows each message of a failure as an error toast (spec §8). */
function bookmarkCalls(scope: SessionScope, postId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'bookmark',
    id: postId,
    send: (on) => {
      const variables = { input: { postId } }
      return on
        ? sendMutation(client, AddBookmarkDocument, variables, (_cache, data) =>
            addBookmark(scope, data.addBookmark.bookmarkEdge),
          )
        : sendMutation(client, RemoveBookmarkDocument, variables, () => removeBookmark(scope))
    },
    onSuccess: (on) =>
      toast.success(on ? 'Added to Bookmark' : 'Removed from Bookmark', {
        group: 'bookmark',
        action: { label: 'Undo', run: () => void requestValue(scope, bookmarkCalls(scope, postId), !on) },
        signal: scope.signal,
      }),
    onError: (error) => {
      for (const message of messagesOf(error)) toast.error(message)
    },
    refetch: () =>
      Promise.all([
        fetchQuery(client, BookmarkStateDocument, { postId }),
        listsOf(scope).refetch(({ name }) => name === 'bookmarks'),
      ]),
  }
}
