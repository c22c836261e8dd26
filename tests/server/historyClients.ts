import { createRandom, pickOne, type Random } from '../../resolvers/lab/generator/random.ts'
import { at } from '../values.ts'
import { Presence, type Outcome } from './history.ts'

/** A signed-in user. */
export interface User {
  id: string
  username: string
  token: string
}

/** What all clients share: the running server, and what they do to it. */
export interface World {
  /** The address of the server. */
  url: string
  users: readonly User[]
  /** The posts that all clients like and bookmark. */
  postIds: readonly string[]
  /** Aborts when the test has ended, perhaps without having waited for its clients. */
  signal: AbortSignal
  /** Called before each call. */
  onCall(): void
  /** Resolves when the server and Postgres run, as far as the test knows. */
  untilRunning(): Promise<void>
  /** Outcomes that cannot be, as messages. */
  problems: string[]
  /** The number of calls with each outcome. */
  counts: Record<Outcome, number>
}

/** Toggles: the mutations that put and remove, the name of their argument, and the refusals of each. */
const toggles = {
  like: {
    mutations: { put: 'likePost', remove: 'dislikePost' },
    argument: 'postId',
    refusals: ['ALREADY_LIKED', 'ALREADY_DISLIKED', 'NO_LIKES_LEFT'],
  },
  bookmark: {
    mutations: { put: 'addBookmark', remove: 'removeBookmark' },
    argument: 'postId',
    refusals: ['ALREADY_BOOKMARKED', 'NOT_BOOKMARKED'],
  },
  follow: {
    mutations: { put: 'followUser', remove: 'unfollowUser' },
    argument: 'userId',
    refusals: ['ALREADY_FOLLOWING', 'NOT_FOLLOWING'],
  },
} as const
export type Toggle = keyof typeof toggles

/** What clients do: most of them like. */
const kinds = ['like', 'like', 'like', 'bookmark', 'follow', 'follow', 'post', 'delete', 'profile'] as const

interface OwnPost {
  content: string
  /** Unknown if the response with it was lost. */
  id: string | undefined
  presence: Presence
}

/** What one client knows of the data after its calls. */
export interface Knowledge {
  user: User
  /** By toggle and id. */
  links: Map<`${Toggle} ${string}`, Presence>
  posts: OwnPost[]
  /** The bio that the last call left. */
  bio: string
  /** Bios that calls may set at any later time: their responses were lost. */
  lateBios: Set<string>
}

interface Mutation {
  name: string
  input: Record<string, string>
  /** What the payload returns. */
  fields?: string
  refusals?: readonly string[]
}

/** Makes random changes as one user, one after the other or two at once, and records what it learns. */
export async function runClient(world: World, user: User, seed: number, calls: number): Promise<Knowledge> {
  const random = createRandom(seed)
  const known: Knowledge = { user, links: new Map(), posts: [], bio: '', lateBios: new Set() }
  for (let call = 0; call < calls; call += 1) {
    const kind = pickOne(random, kinds)
    const next = `${user.username} ${call}`
    if (kind === 'post') await createPost(world, known, random, next)
    else if (kind === 'delete') await deletePost(world, known, random)
    else if (kind === 'profile') await editProfile(world, known, random, next)
    else await toggle(world, known, random, kind)
  }
  return known
}

async function toggle(world: World, { user, links }: Knowledge, random: Random, kind: Toggle): Promise<void> {
  const { mutations, argument, refusals } = toggles[kind]
  const others = world.users.flatMap(({ id }) => (id === user.id ? [] : id))
  const targets = kind === 'follow' ? others : world.postIds
  // A few are much more popular than the others.
  const id = targets[Math.floor(random() ** 3 * targets.length)] ?? ''
  const known = links.get(`${kind} ${id}`)
  const presence = known ?? new Presence(false)
  links.set(`${kind} ${id}`, presence)
  // The count of a post is that of its likes only if nobody dislikes it who has not liked it.
  const puts = known === undefined || presence.mayBe(false)
  const outcomes = await Promise.all(
    Array.from({ length: random() < 0.2 ? 2 : 1 }, () =>
      send(world, user, random, { name: puts ? mutations.put : mutations.remove, input: { [argument]: id }, refusals }),
    ),
  )
  const isPossible = presence.add(outcomes.map(({ outcome }) => ({ puts, outcome })))
  if (!isPossible) world.problems.push(`${user.username} ${kind} ${id} ${puts}: ${JSON.stringify(outcomes)}`)
}

async function createPost(world: World, { user, posts }: Knowledge, random: Random, content: string): Promise<void> {
  const mutation = { name: 'createPost', input: { content: `${content} #weft #w${posts.length % 3}` } }
  const { outcome, data } = await send(world, user, random, { ...mutation, fields: 'postEdge { node { id } }' })
  const presence = new Presence(false)
  if (!presence.add([{ puts: true, outcome }])) world.problems.push(`${content}: ${outcome}`)
  const id = outcome === 'done' ? String(at(data, 'postEdge.node.id')) : undefined
  posts.push({ content: mutation.input.content, id, presence })
}

async function deletePost(world: World, { user, posts }: Knowledge, random: Random): Promise<void> {
  const own = posts[Math.floor(random() * posts.length)]
  if (own?.id === undefined) return
  const mutation = { name: 'deletePost', input: { postId: own.id }, refusals: ['POST_NOT_FOUND'] }
  const { outcome } = await send(world, user, random, mutation)
  if (!own.presence.add([{ puts: false, outcome }])) world.problems.push(`delete ${own.content}: ${outcome}`)
}

async function editProfile(world: World, known: Knowledge, random: Random, bio: string): Promise<void> {
  const { outcome } = await send(world, known.user, random, { name: 'editProfile', input: { bio } })
  if (outcome === 'done') known.bio = bio
  else if (outcome === 'unknown') known.lateBios.add(bio)
}

/**
 * Sends a mutation. Half of them have an idempotency key, and are sent again until their outcome is known. Waits until
 * the server runs again if it does not answer.
 */
async function send(
  world: World,
  user: User,
  random: Random,
  { name, input, fields = '__typename', refusals = [] }: Mutation,
): Promise<{ outcome: Outcome; data: unknown }> {
  const key = random() < 0.5 ? { idempotencyKey: `${user.username} ${random()}` } : {}
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`
  const body = JSON.stringify({ query, variables: { input: { ...input, ...key } } })
  const attempt = async () => {
    world.signal.throwIfAborted()
    world.onCall()
    const result = await sendBody(world.url, user.token, body)
    const code = at(result, 'errors.0.extensions.code')
    const outcome = outcomeOf(result, code, refusals)
    if (outcome === undefined) world.problems.push(`${name}: ${JSON.stringify(result)}`)
    if (outcome === 'unknown' || outcome === 'notDone') await world.untilRunning()
    return { outcome: outcome ?? 'unknown', data: at(result, `data.${name}`) }
  }
  let last = await attempt()
  if ('idempotencyKey' in key && last.outcome === 'unknown')
    while (last.outcome === 'unknown' || last.outcome === 'notDone') last = await attempt()
  world.counts[last.outcome] += 1
  return last
}

/** Returns the parsed response, undefined if there was none. */
async function sendBody(url: string, token: string, body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: token }
  try {
    return await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json()
  } catch {
    return undefined
  }
}

/** Returns undefined for a response that no client may get. */
function outcomeOf(result: unknown, code: unknown, refusals: readonly string[]): Outcome | undefined {
  if (result === undefined || code === 'INTERNAL') return 'unknown'
  if (code === undefined) return 'done'
  if (code === 'UNAVAILABLE') return 'notDone'
  return refusals.some((refusal) => refusal === code) ? 'refused' : undefined
}
