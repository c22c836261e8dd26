import type { ApolloClient } from '@apollo/client'
import { SamplesDocument } from './Samples.generated.ts'
import type { Samples } from './tabs.ts'

const known = new WeakMap<ApolloClient, Promise<Samples>>()

/** Ids for the first tabs, asked for once; empty where there is nothing, or no answer: then one fills them in. */
export function samplesOf(client: ApolloClient): Promise<Samples> {
  const asked = known.get(client) ?? ask(client)
  known.set(client, asked)
  return asked
}

async function ask(client: ApolloClient): Promise<Samples> {
  try {
    const { data } = await client.query({ query: SamplesDocument })
    const post = data?.posts.edges[0]?.node
    return { postId: post?.id ?? '', userId: post?.author.id ?? '' }
  } catch {
    return { postId: '', userId: '' }
  }
}
