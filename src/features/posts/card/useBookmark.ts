import { addToLists, hasId, removeFromLists } from '../../../pagedList/cachedLists.ts'
import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { messagesOf, reportError } from '../../../apollo/errors.ts'
import { listsOf } from '../../../pagedList/lists.ts'
import { useToggle, type Toggle, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { useSessionScope, type SessionScope } from '../../../session/scope.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { quickAutoCloseMs } from '../../../ui/toasts/toastQueue.ts'
import { AddBookmarkDocument, BookmarkStateDocument, RemoveBookmarkDocument } from './BookmarkButton.generated.ts'

const quick = { autoClose: quickAutoCloseMs }

/**
 * Adds and removes a bookmark. Shows each message of a failure as an error toast (spec §8). Refetches the post and the
 * bookmarks after a failure that leaves them in doubt.
 */
export function useBookmark(post: { id: string; viewerHasBookmarked: boolean }): Toggle {
  return useToggle(post.viewerHasBookmarked, bookmarkCalls(useSessionScope(), post.id))
}

export function bookmarkCalls(scope: SessionScope, postId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'bookmark',
    id: postId,
    send: (on) =>
      on
        ? sendMutation(client, AddBookmarkDocument, { input: { postId } }, (cache, { addBookmark }) =>
            addToLists(cache, ['bookmarks'], addBookmark.bookmarkEdge),
          )
        : sendMutation(client, RemoveBookmarkDocument, { input: { postId } }, (cache) =>
            removeFromLists(cache, ['bookmarks'], hasId(postId)),
          ),
    onSuccess: (on) => toast.success(on ? 'Added to Bookmark' : 'Removed from Bookmark', quick),
    onError: (error) => {
      for (const message of messagesOf(error)) toast.error(message)
    },
    refetch: async () => {
      const { post } = await fetchQuery(client, BookmarkStateDocument, { postId })
      await listsOf(scope).refresh('bookmarks').catch(reportError)
      return post?.viewerHasBookmarked
    },
  }
}
