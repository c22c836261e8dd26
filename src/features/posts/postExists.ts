import type { ApolloClient } from '@apollo/client'
import { LikeStateDocument } from './LikeButton.generated.ts'

/** Asks the backend whether a post exists. Rejects if it does not answer. */
export async function postExists(client: ApolloClient, postId: string): Promise<boolean> {
  // Any query of the post would do.
  const { data } = await client.query({ query: LikeStateDocument, variables: { postId }, fetchPolicy: 'network-only' })
  if (!data) throw new Error('The response has no data.')
  return data.post !== null
}
