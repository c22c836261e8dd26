import type { ApolloClient } from '@apollo/client'
import { openBackend } from '../../backend/openBackend.ts'
import { SamplesDocument } from './Samples.generated.ts'

/** Ids for the variables of the starter tabs. Empty strings if there are no posts. */
export interface SampleIds {
  postId: string
  userId: string
}

let descriptions: Promise<void> | undefined

/** Adds the descriptions to the schema, once. If the backend does not open, the schema has none. */
export function loadSchemaDescriptions(): Promise<void> {
  return (descriptions ??= openBackend()
    .then(({ describe }) => describe())
    .catch(() => {}))
}

const sampleIds = new WeakMap<ApolloClient, Promise<SampleIds>>()

/** Queries the ids once per client. */
export function loadSampleIds(client: ApolloClient): Promise<SampleIds> {
  const ids = sampleIds.get(client) ?? querySampleIds(client)
  sampleIds.set(client, ids)
  return ids
}

async function querySampleIds(client: ApolloClient): Promise<SampleIds> {
  try {
    const { data } = await client.query({ query: SamplesDocument })
    const post = data?.posts.edges[0]?.node
    return { postId: post?.id ?? '', userId: post?.author.id ?? '' }
  } catch {
    return { postId: '', userId: '' }
  }
}
