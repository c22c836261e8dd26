import 'fake-indexeddb/auto'
import { PGlite } from '@electric-sql/pglite'
import type { Context } from '../../resolvers/context.ts'
import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { reader } from './data.ts'
import { compare, DEFAULT_LIMITS, type Limits, type Timing } from './measure.ts'
import { openFilled, type OpenedBackend } from './opened.ts'
import { operations, type OperationName } from './operations.ts'
import { feedPage, likedPost, loggedIn, profile, search } from './services.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** Timings by case and variant. */
type Timings = Record<string, Record<string, Timing>>

/** The numbers of posts. */
export const sizes = [1000, 10_000, 100_000]

/** The number of posts that layers are compared with. */
export const layersSize = 10_000

const stores: Record<string, () => Promise<AdministeredStore>> = {
  memory: async () => createMemoryStore(),
  IndexedDB: () => openIndexedDbStore({ name: crypto.randomUUID() }),
  Postgres: async () => openPostgresStore({ source: await PGlite.create(), schemaChanges: 'create' }),
}

export const storeNames = Object.keys(stores)

/** One thing that a client does, as an operation and as calls of services. */
interface Case {
  operation: OperationName
  variables: () => Record<string, unknown>
  service: (context: Context) => Promise<unknown>
  limits?: Limits
}

function casesOf({ posts, users }: OpenedBackend): Record<string, Case> {
  const author = users[0]?.id ?? ''
  let liked = 0
  // Each post can be liked once.
  const nextPost = () => posts[liked++]?.id ?? ''
  return {
    'Feed page, latest': {
      operation: 'feedPage',
      variables: () => ({ orderBy: 'LATEST' }),
      service: (context) => feedPage(context, 'LATEST'),
    },
    'Feed page, trending': {
      operation: 'feedPage',
      variables: () => ({ orderBy: 'TRENDING' }),
      service: (context) => feedPage(context, 'TRENDING'),
    },
    Profile: {
      operation: 'profile',
      variables: () => ({ id: author }),
      service: (context) => profile(context, author),
    },
    Search: {
      operation: 'search',
      variables: () => ({ firstName: 'nna7' }),
      service: (context) => search(context, 'nna7'),
    },
    Like: {
      operation: 'like',
      variables: () => ({ input: { postId: nextPost() } }),
      service: (context) => likedPost(context, nextPost()),
      limits: { ...DEFAULT_LIMITS, maxRuns: 250 },
    },
    'Log-in': {
      operation: 'logIn',
      variables: () => ({ input: reader }),
      service: loggedIn,
      limits: { ...DEFAULT_LIMITS, maxRuns: 10 },
    },
  }
}

/** Measures the same work in layers: services as functions, GraphQL over them, GraphQL over HTTP. */
export async function measureLayers(): Promise<Timings> {
  const opened = await openFilled(createMemoryStore(), layersSize)
  const timings: Timings = {}
  for (const [name, { operation, variables, service, limits }] of Object.entries(casesOf(opened))) {
    timings[name] = await compare(
      {
        services: () => service(opened.context()),
        graphql: () => opened.execute(operation, variables()),
        http: () => opened.post(operations[operation], variables()),
      },
      limits,
    )
  }
  return timings
}

/** Measures a document that is sent again, and one that was never sent before. */
export async function measureDocuments(): Promise<Record<string, Timing>> {
  const opened = await openFilled(createMemoryStore(), 1000)
  let sent = 0
  const unknown = () => operations.feedPage.replace('FeedPage', `FeedPage${sent++}`)
  return compare({
    known: () => opened.post(operations.feedPage, { orderBy: 'LATEST' }),
    unknown: () => opened.post(unknown(), { orderBy: 'LATEST' }),
  })
}

/** Measures GraphQL over one kind of store, by case and number of posts. The sizes run in turn. */
export async function measureStore(store: string, onProgress: (text: string) => void): Promise<Timings> {
  const open = stores[store]
  if (!open) throw new Error(`There is no store ${store}.`)
  const bySize = new Map<number, OpenedBackend>()
  for (const size of sizes) {
    onProgress(`${store}: filling with ${size.toLocaleString('en-GB')} posts`)
    bySize.set(size, await openFilled(await open(), size))
  }
  const cases = new Map([...bySize].map(([size, opened]) => [size, casesOf(opened)]))
  const timings: Timings = {}
  for (const name of ['Feed page, latest', 'Feed page, trending', 'Profile', 'Search', 'Like']) {
    onProgress(`${store}: ${name}`)
    const tasks = [...bySize].flatMap(([size, opened]) => {
      const found = cases.get(size)?.[name]
      return found ? [[String(size), () => opened.execute(found.operation, found.variables())] as const] : []
    })
    timings[name] = await compare(Object.fromEntries(tasks), { ...DEFAULT_LIMITS, maxRuns: 300 })
  }
  for (const { store: opened } of bySize.values()) await opened.close()
  return timings
}
