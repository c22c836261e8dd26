import { useMutation } from '@apollo/client/react'
import { reportError, refusalIn } from '../../apollo/errors.ts'
import type { CreatePostInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { trackOwnPost } from '../posts/newPostsStore.ts'
import { addPostEverywhere } from '../posts/postLists.ts'
import { CreatePostDocument } from './CreatePost.generated.ts'

/** Creates a post. Resolves to whether that succeeded. Shows a toast for status 500, else only logs (spec §8). */
export function useCreatePost(): { busy: boolean; createPost: (input: CreatePostInput) => Promise<boolean> } {
  const [mutate, { loading }] = useMutation(CreatePostDocument, {
    update: (cache, { data }) => {
      if (data) addPostEverywhere(cache, data.createPost.postEdge, data.createPost.viewer, { inFeed: true })
    },
  })
  const createPost = async (input: CreatePostInput) => {
    try {
      await trackOwnPost(async () => {
        const { data } = await mutate({ variables: { input } })
        return data?.createPost.postEdge.node
      })
      return true
    } catch (error) {
      if (refusalIn(error)?.status === 500) toast.error('Server Error try again')
      else reportError(error)
      return false
    }
  }
  return { busy: loading, createPost }
}
