import type { ApolloCache, Reference } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { addToLists, type ListDetails } from '../../app/lists.ts'
import { logOnly, refusalIn } from '../../app/refusals.ts'
import type { CreatePostInput } from '../../generated/types.ts'
import { toast } from '../../toasts/toast.ts'
import { CreatePostDocument, type CreatePostMutation } from './CreatePost.generated.ts'

/** Publishes a post. Resolves to whether it was taken; status 500 is told, all else only logged (spec §8). */
export function useCreatePost(): { busy: boolean; createPost: (input: CreatePostInput) => Promise<boolean> } {
  const [mutate, { loading }] = useMutation(CreatePostDocument, {
    update: (cache, { data }) => {
      if (data) addEverywhere(cache, data.createPost)
    },
  })
  const createPost = async (input: CreatePostInput) => {
    try {
      await mutate({ variables: { input } })
      return true
    } catch (error) {
      if (refusalIn(error)?.status === 500) toast.error('Server Error try again')
      else logOnly(error)
      return false
    }
  }
  return { busy: loading, createPost }
}

/** A new post is the first of the latest, and in the trending the first of those that nobody likes. */
function addEverywhere(cache: ApolloCache, { postEdge, viewer }: CreatePostMutation['createPost']): void {
  addToLists(cache, ['posts', 'feed'], postEdge, { goesBefore })
  addToLists(cache, ['posts'], postEdge, { goesBefore, of: viewer })
}

function goesBefore(post: Reference, { storeFieldName, readField }: ListDetails): boolean {
  return !storeFieldName.includes('"TRENDING"') || readField('likeCount', post) === 0
}
