/** Makes random changes and records their outcomes. Runs in a page. */

import { at } from '../../values.ts'

export interface SignedInUser {
  id: string
  token: string
}

/** A post that existed at the start or was created since. */
export interface KnownPost {
  id: string
  authorId: string
}

/** The mutations to choose from. Repeated ones are chosen more often. */
const weightedMutations = [
  'likePost',
  'likePost',
  'likePost',
  'likePost',
  'likePost',
  'dislikePost',
  'dislikePost',
  'dislikePost',
  'dislikePost',
  'addBookmark',
  'addBookmark',
  'addBookmark',
  'removeBookmark',
  'removeBookmark',
  'removeBookmark',
  'followUser',
  'followUser',
  'followUser',
  'unfollowUser',
  'unfollowUser',
  'unfollowUser',
  'createPost',
  'createPost',
  'createPost',
  'editPost',
  'editPost',
  'editPost',
  'deletePost',
  'editProfile',
] as const

export type MutationName = (typeof weightedMutations)[number]

/** The outcome of one mutation. */
export interface Outcome {
  mutation: MutationName
  /** The id of the user. */
  by: string
  /** The id of the post or user. Empty for a post that was not created. */
  of: string
  /** The text of the post or bio. */
  text: string
  /** Milliseconds since 1970 before the request and after the response. */
  startedAt: number
  endedAt: number
  /** The error code, or null after success. */
  errorCode: string | null
  /** The counts in the response, by names such as `likeCount of 0197…`. */
  counts: Record<string, number>
}

/** How many changes to make, and as which users. */
export interface ChangePlan {
  /** The prefix of the texts. */
  name: string
  seed: number
  users: SignedInUser[]
  /** The number of changes. */
  count: number
  /** The number of requests in flight at the same time. */
  concurrency: number
}

export interface ExecuteResult {
  errorCode: string | null
  data: unknown
}

export type Execute = (query: string, variables: Record<string, unknown>, token: string) => Promise<ExecuteResult>

/** The posts and users to change, and the calls that change them. `posts` grows while changes are made. */
interface Target {
  posts: readonly KnownPost[]
  userIds: readonly string[]
  execute: Execute
  addFile: (token: string) => Promise<string>
}

const selections: Record<MutationName, string> = {
  likePost: 'post { id likeCount }',
  dislikePost: 'post { id likeCount }',
  addBookmark: 'post { id }',
  removeBookmark: 'post { id }',
  followUser: 'user { id followerCount } viewer { id followingCount }',
  unfollowUser: 'user { id followerCount } viewer { id followingCount }',
  createPost: 'postEdge { node { id } } viewer { id postCount }',
  editPost: 'post { id }',
  deletePost: 'viewer { id postCount }',
  editProfile: 'viewer { id }',
}

/** Makes the changes of a plan. Returns their outcomes. */
export async function makeChanges(
  { name, seed, users, count, concurrency }: ChangePlan,
  { posts, userIds, execute, addFile }: Target,
): Promise<Outcome[]> {
  const random = randomOf(seed)
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('There is nothing to choose from.')
    return found
  }
  // Edits and deletions mostly choose an own post, other mutations mostly one of four posts that are never deleted.
  const somePost = (mutation: MutationName, by: string): KnownPost => {
    if (mutation !== 'editPost' && mutation !== 'deletePost') return oneOf(random() < 0.6 ? posts.slice(0, 4) : posts)
    const open = mutation === 'deletePost' ? posts.slice(4) : posts
    const own = open.filter(({ authorId }) => authorId === by)
    return oneOf(own.length > 0 && random() < 0.9 ? own : open)
  }
  const inputOf = async (
    mutation: MutationName,
    { id, token }: SignedInUser,
    text: string,
  ): Promise<{ of?: string; input: object }> => {
    if (mutation === 'createPost')
      return {
        input: { content: text, ...(random() < 0.3 && { media: { url: await addFile(token), type: 'IMAGE' } }) },
      }
    if (mutation === 'editProfile') return { of: id, input: { bio: text } }
    const userId = oneOf(userIds)
    if (mutation === 'followUser' || mutation === 'unfollowUser') return { of: userId, input: { userId } }
    const postId = somePost(mutation, id).id
    return { of: postId, input: { postId, ...(mutation === 'editPost' && { content: text }) } }
  }
  const makeChange = async (text: string): Promise<Outcome> => {
    const [mutation, user] = [oneOf(weightedMutations), oneOf(users)]
    const { of, input } = await inputOf(mutation, user, text)
    const startedAt = Date.now()
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
    const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selections[mutation]} } }`
    const { errorCode, data } = await execute(query, { input }, user.token)
    return {
      mutation,
      by: user.id,
      of: of ?? newPostIn(data),
      text,
      startedAt,
      endedAt: Date.now(),
      errorCode,
      counts: countsIn(data),
    }
  }

  const outcomes: Outcome[] = []
  let started = 0
  const runLane = async () => {
    while (started < count) {
      started += 1
      outcomes.push(await makeChange(`${name} ${started}`))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLane))
  return outcomes
}

function newPostIn(data: unknown): string {
  return /"node":\{"id":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? ''
}

function countsIn(data: unknown): Record<string, number> {
  const counts: Record<string, number> = {}
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, field] of Object.entries(value)) {
      if (typeof field === 'number') counts[`${name} of ${String(at(value, 'id'))}`] = field
      visit(field)
    }
  }
  visit(data)
  return counts
}

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
