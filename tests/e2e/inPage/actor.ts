/** Runs in a page: makes random changes and records their outcomes. */

export interface Member {
  id: string
  token: string
}

/** A post that exists. */
export interface Known {
  id: string
  authorId: string
}

/** The changes to choose from; repeated ones are chosen more often. */
const deeds = [
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

export type Deed = (typeof deeds)[number]

/** The result of one change. */
export interface Outcome {
  deed: Deed
  /** Id of the user. */
  by: string
  /** Id of the post or user; empty for a post that was not created. */
  of: string
  /** The text to write. */
  text: string
  /** Milliseconds since 1970 before the request and after the response. */
  began: number
  ended: number
  /** The error code, or null after success. */
  refused: string | null
  /** The counts in the response: `likeCount of 0197…`. */
  counts: Record<string, number>
}

/** Which users act, and how often. */
export interface Part {
  name: string
  seed: number
  members: Member[]
  times: number
  /** Number of requests at the same time. */
  lanes: number
}

export interface Answer {
  refused: string | null
  data: unknown
}

export type Ask = (query: string, variables: Record<string, unknown>, token: string) => Promise<Answer>

/** The posts and users to act on; `posts` grows. */
interface World {
  posts: readonly Known[]
  everyone: readonly string[]
  ask: Ask
  addFile: (token: string) => Promise<string>
}

const selections: Record<Deed, string> = {
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

export async function act(
  { name, seed, members, times, lanes }: Part,
  { posts, everyone, ask, addFile }: World,
): Promise<Outcome[]> {
  const random = randomOf(seed)
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('There is nothing to choose from.')
    return found
  }
  /**
   * Edits and deletions mostly choose a post of the user; other changes mostly one of four shared posts, never deleted.
   */
  const somePost = (deed: Deed, by: string): Known => {
    if (deed !== 'editPost' && deed !== 'deletePost') return oneOf(random() < 0.6 ? posts.slice(0, 4) : posts)
    const open = deed === 'deletePost' ? posts.slice(4) : posts
    const own = open.filter(({ authorId }) => authorId === by)
    return oneOf(own.length > 0 && random() < 0.9 ? own : open)
  }
  const inputOf = async (deed: Deed, { id, token }: Member, text: string): Promise<{ of?: string; input: object }> => {
    if (deed === 'createPost')
      return { input: { content: text, ...(random() < 0.3 && { mediaUrl: await addFile(token), mediaType: 'IMAGE' }) } }
    if (deed === 'editProfile') return { of: id, input: { bio: text } }
    const userId = oneOf(everyone)
    if (deed === 'followUser' || deed === 'unfollowUser') return { of: userId, input: { userId } }
    const postId = somePost(deed, id).id
    return { of: postId, input: { postId, ...(deed === 'editPost' && { content: text }) } }
  }
  const actOnce = async (text: string): Promise<Outcome> => {
    const [deed, member] = [oneOf(deeds), oneOf(members)]
    const { of, input } = await inputOf(deed, member, text)
    const began = Date.now()
    const type = `${deed.charAt(0).toUpperCase()}${deed.slice(1)}Input!`
    const query = `mutation ($input: ${type}) { ${deed}(input: $input) { ${selections[deed]} } }`
    const { refused, data } = await ask(query, { input }, member.token)
    return {
      deed,
      by: member.id,
      of: of ?? newPostIn(data),
      text,
      began,
      ended: Date.now(),
      refused,
      counts: countsIn(data),
    }
  }

  const outcomes: Outcome[] = []
  let begun = 0
  const lane = async () => {
    while (begun < times) {
      begun += 1
      outcomes.push(await actOnce(`${name} ${begun}`))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
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
      if (typeof field === 'number') counts[`${name} of ${Reflect.get(value, 'id')}`] = field
      visit(field)
    }
  }
  visit(data)
  return counts
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
