import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { removePostEverywhere } from './postLists.ts'

/** Deletes a post. It is `gone` at once, and shows again if the call fails, which is only logged (spec §8). */
export function useDeletePost(postId: string): { gone: boolean; deletePost: () => Promise<boolean> } {
  const [gone, setGone] = useState(false)
  const [mutate] = useMutation(DeletePostDocument, {
    update: (cache, { data }) => {
      if (data) removePostEverywhere(cache, postId, data.deletePost.viewer)
    },
  })
  const deletePost = async () => {
    setGone(true)
    try {
      await mutate({ variables: { input: { postId } } })
      return true
    } catch (error) {
      setGone(false)
      reportError(error)
      return false
    }
  }
  return { gone, deletePost }
}
