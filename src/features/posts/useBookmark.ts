import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { addToLists, removeFromLists } from '../../apollo/lists.ts'
import { messagesOf } from '../../apollo/errors.ts'
import { useToggle, type Toggle } from '../../apollo/useToggle.ts'
import { quickAutoCloseMs, toast } from '../../ui/toasts/toast.ts'
import { AddBookmarkDocument, RemoveBookmarkDocument } from './BookmarkButton.generated.ts'

const quick = { autoClose: quickAutoCloseMs }

/** Bookmarks a post and takes it back; each message of a failure is an error toast (spec §8). */
export function useBookmark(post: { id: string; viewerHasBookmarked: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`bookmark ${post.id}`, post.viewerHasBookmarked, async (on) => {
    try {
      if (on) await add(client, post.id)
      else await remove(client, post.id)
      toast.success(on ? 'Added to Bookmark' : 'Removed from Bookmark', quick)
      return true
    } catch (error) {
      for (const message of messagesOf(error)) toast.error(message)
      return false
    }
  })
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
    update: (cache) => removeFromLists(cache, ['bookmarks'], (post, { readField }) => readField('id', post) === postId),
  })
}
