import type { ApolloCache, Reference } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { removeFromLists, type ListDetails } from '../../app/lists.ts'
import { logOnly } from '../../app/refusals.ts'
import { DeletePostDocument, type DeletePostMutation } from './DeletePost.generated.ts'

/** Deletes a post at once, without asking: it is `gone` from the press on, and back if the call fails, which is only logged (spec §8). */
export function useDeletePost(postId: string): { gone: boolean; deletePost: () => Promise<boolean> } {
  const [gone, setGone] = useState(false)
  const [mutate] = useMutation(DeletePostDocument, {
    update: (cache, { data }) => {
      if (data) removeEverywhere(cache, data.deletePost)
    },
  })
  const deletePost = async () => {
    setGone(true)
    try {
      await mutate({ variables: { input: { postId } } })
      return true
    } catch (error) {
      setGone(false)
      logOnly(error)
      return false
    }
  }
  return { gone, deletePost }
}

/** The record itself stays: a page that is just being drawn with it would wait for it forever. */
function removeEverywhere(cache: ApolloCache, { deletedPostId, viewer }: DeletePostMutation['deletePost']): void {
  const isDeleted = (post: Reference, { readField }: ListDetails) => readField('id', post) === deletedPostId
  removeFromLists(cache, ['posts', 'feed', 'bookmarks'], isDeleted)
  removeFromLists(cache, ['posts'], isDeleted, { of: viewer })
  cache.evict({ fieldName: 'post', args: { id: deletedPostId } })
}
