import { createBackend, createHttpHandler, createMemoryStore, seedIfEmpty } from '../../resolvers/index.ts'

/** A host without a browser: handles one GraphQL and one REST request, and prints the responses as JSON. */

const browserGlobals = ['window', 'document', 'indexedDB', 'self'].filter((name) => name in globalThis)
const store = createMemoryStore()
await seedIfEmpty(store, Date.now)
const handle = createHttpHandler(createBackend({ store, report: console.error }))
const result = async (path: string) => (await handle(new Request(`http://localhost${path}`))).json()

console.log(
  JSON.stringify({
    browserGlobals,
    graphql: await result('/graphql?query={posts(first:1){edges{node{author{username}}}}}'),
    rest: await result('/api/posts/user/asharao'),
  }),
)
