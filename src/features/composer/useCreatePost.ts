import type { ApolloCache } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { addToLists } from '../../app/lists.ts'
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

/** A new post is the first of the latest, and the last of the trending. */
function addEverywhere(cache: ApolloCache, { postEdge, viewer }: CreatePostMutation['createPost']): void {
  addToLists(cache, ['posts', 'feed'], postEdge, { place })
  addToLists(cache, ['posts'], postEdge, { place, of: viewer })
}

function place(storeFieldName: string): 'front' | 'end' {
  return storeFieldName.includes('"TRENDING"') ? 'end' : 'front'
}
