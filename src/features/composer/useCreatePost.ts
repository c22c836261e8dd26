import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { reportError, refusalIn } from '../../apollo/errors.ts'
import type { CreatePostInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { trackOwnPost } from '../posts/newPostsStore.ts'
import { addPostEverywhere } from '../posts/postLists.ts'
import { CreatePostDocument } from './CreatePost.generated.ts'

/** Creates a post. Resolves to whether that succeeded. Shows a toast for status 500, else only logs (spec §8). */
export function useCreatePost(): { busy: boolean; createPost: (input: CreatePostInput) => Promise<boolean> } {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const createPost = async (input: CreatePostInput) => {
    setBusy(true)
    try {
      await trackOwnPost(async () => {
        const { data } = await client.mutate({
          mutation: CreatePostDocument,
          variables: { input },
          update: (cache, { data: created }) => {
            if (!created) return
            const { postEdge, viewer } = created.createPost
            addPostEverywhere(cache, postEdge, viewer, { inFeed: true })
          },
        })
        return data?.createPost.postEdge.node
      })
      return true
    } catch (error) {
      if (refusalIn(error)?.status === 500) toast.error('Server Error try again')
      else reportError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, createPost }
}
