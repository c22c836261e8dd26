import type { ApolloClient } from '@apollo/client'
import { fetchQuery } from '../../../apollo/calls.ts'
import { PostExistsDocument } from './PostExists.generated.ts'

/** Asks the backend whether a post exists. Rejects if it does not answer. */
export async function postExists(client: ApolloClient, postId: string): Promise<boolean> {
  // Not stored: the page of a post that is being deleted would say that it was not found.
  return (await fetchQuery(client, PostExistsDocument, { postId }, 'no-cache')).post !== null
}
