import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { addToLists, hasId, removeFromLists } from '../../apollo/lists.ts'
import { messagesOf, reportError } from '../../apollo/errors.ts'
import { refreshLists } from '../../apollo/shownLists.ts'
import { useToggle, type Toggle } from '../../apollo/optimisticToggles.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { quickAutoCloseMs } from '../../ui/toasts/toastQueue.ts'
import { AddBookmarkDocument, BookmarkStateDocument, RemoveBookmarkDocument } from './BookmarkButton.generated.ts'

const quick = { autoClose: quickAutoCloseMs }

/**
 * Adds and removes a bookmark. Shows each message of a failure as an error toast (spec §8). Refetches the post and the
 * bookmarks after a failure that leaves them in doubt.
 */
export function useBookmark(post: { id: string; viewerHasBookmarked: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`bookmark ${post.id}`, post.viewerHasBookmarked, {
    send: (on) => (on ? add(client, post.id) : remove(client, post.id)),
    onSuccess: (on) => toast.success(on ? 'Added to Bookmark' : 'Removed from Bookmark', quick),
    onError: (error) => {
      for (const message of messagesOf(error)) toast.error(message)
    },
    refetch: () => refetch(client, post.id),
  })
}

async function refetch(client: ApolloClient, postId: string): Promise<boolean | undefined> {
  const variables = { postId }
  const { data } = await client.query({ query: BookmarkStateDocument, variables, fetchPolicy: 'network-only' })
  await refreshLists(client, 'bookmarks').catch(reportError)
  return data?.post?.viewerHasBookmarked
}

async function add(client: ApolloClient, postId: string): Promise<void> {
  await client.mutate({
    mutation: AddBookmarkDocument,
    variables: { input: { postId } },
    update: (cache, { data }) => {
      if (data) addToLists(cache, ['bookmarks'], data.addBookmark.bookmarkEdge)
    },
  })
}

async function remove(client: ApolloClient, postId: string): Promise<void> {
  await client.mutate({
    mutation: RemoveBookmarkDocument,
    variables: { input: { postId } },
    update: (cache) => removeFromLists(cache, ['bookmarks'], hasId(postId)),
  })
}
