import type { ApolloClient } from '@apollo/client'
import { PostExistsDocument } from './PostExists.generated.ts'

/** Asks the backend whether a post exists. Rejects if it does not answer. */
export async function postExists(client: ApolloClient, postId: string): Promise<boolean> {
  // Not stored: the page of a post that is being deleted would say that it was not found.
  const { data } = await client.query({ query: PostExistsDocument, variables: { postId }, fetchPolicy: 'no-cache' })
  if (!data) throw new Error('The response has no data.')
  return data.post !== null
}
