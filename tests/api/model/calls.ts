import { at, listAt, passwordMarker, passwordInput, textAt, type TestBackend } from '../../backend.ts'
import type { Step } from './rules.ts'

type Call = Exclude<Step, { kind: 'nextDay' }>

export type Door = 'rest' | 'graphql'

/** What a call was answered: its refusal, or null; where it comes through the facade, the status as well. */
export interface Outcome {
  status: number | null
  refusal: { status: number; message: string } | null
}

/** The status that spec §7 gives to each call that is done. */
export const statusOfDone: Record<Call['kind'], number> = {
  signUp: 201,
  logIn: 200,
  createPost: 201,
  editPost: 201,
  deletePost: 201,
  likePost: 201,
  dislikePost: 201,
  addBookmark: 200,
  removeBookmark: 200,
  followUser: 200,
  unfollowUser: 200,
  editProfile: 201,
}

/** The real thing, known by the names that the model uses. */
export interface World {
  backend: TestBackend
  day: number
  members: Map<string, { id: string; token: string }>
  /** Ids of all posts there ever were. */
  posts: string[]
}

/** Makes a step's call through one of the two doors. */
export async function call(world: World, step: Step, door: Door): Promise<Outcome> {
  if (step.kind === 'nextDay') {
    world.day += 1
    world.backend.setClock(`${dayOf(world.day)}T12:00:00Z`)
    return { status: null, refusal: null }
  }
  const token = world.members.get(step.by)?.token
  if (door === 'graphql') {
    const [selection, input] = operationOf(world, step)
    const type = `${step.kind.charAt(0).toUpperCase()}${step.kind.slice(1)}Input!`
    const document = `mutation ($input: ${type}) { answer: ${step.kind}(input: $input) { ${selection} } }`
    const json = await world.backend.gql(document, { input }, token ?? null)
    const error = at(json, 'errors.0')
    if (error) return refusedWith(Number(at(error, 'extensions.status')), textAt(error, 'message'), null)
    remember(world, step, textAt(json, `data.answer.${idPathOf(step)}`), at(json, 'data.answer.token'))
    return { status: null, refusal: null }
  }
  const [method, path, body] = requestOf(world, step)
  const { status, json } = await world.backend.rest(method, path, { token, body })
  if (status >= 400) return refusedWith(status, textAt(json, 'errors.0'), status)
  const newId = step.kind === 'createPost' ? at(listAt(json, 'posts').at(-1), '_id') : at(json, 'createdUser._id')
  remember(world, step, newId, at(json, 'encodedToken'))
  return { status, refusal: null }
}

export function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10)
}

function refusedWith(status: number, message: string, seen: number | null): Outcome {
  return { status: seen, refusal: { status, message } }
}

function remember({ members, posts }: World, { kind, by }: Call, newId: unknown, token: unknown): void {
  if (kind === 'createPost') posts.push(String(newId))
  if (kind === 'signUp') members.set(by, { id: String(newId), token: String(token) })
}

const nobody = '00000000-0000-7000-8000-000000000000'
const postIdOf = ({ posts }: World, number: number) => posts[number] ?? nobody
const userIdOf = ({ members }: World, name: string) => members.get(name)?.id ?? nobody
const passwordOf = (by: string, isRight: boolean) =>
  isRight ? passwordInput(by) : { password: `${passwordMarker} wrong` }

function idPathOf({ kind }: Call): string {
  if (kind === 'signUp' || kind === 'logIn' || kind === 'followUser' || kind === 'unfollowUser') return 'user.id'
  if (kind === 'createPost') return 'postEdge.node.id'
  if (kind === 'deletePost') return 'deletedPostId'
  return kind === 'editProfile' ? 'viewer.id' : 'post.id'
}

/** What to select of the payload, and the input. */
function operationOf(world: World, step: Call): [selection: string, input: object] {
  switch (step.kind) {
    case 'signUp':
      return ['user { id } token', { username: step.by, ...passwordInput(step.by) }]
    case 'logIn':
      return ['user { id } token', { username: step.by, ...passwordOf(step.by, step.isRight) }]
    case 'createPost':
      return ['postEdge { node { id } }', { content: step.text }]
    case 'editPost':
      return ['post { id }', { postId: postIdOf(world, step.post), content: step.text }]
    case 'deletePost':
      return ['deletedPostId', { postId: postIdOf(world, step.post) }]
    case 'followUser':
    case 'unfollowUser':
      return ['user { id }', { userId: userIdOf(world, step.whom) }]
    case 'editProfile':
      return ['viewer { id }', { bio: step.text, username: step.username }]
    default:
      return ['post { id }', { postId: postIdOf(world, step.post) }]
  }
}

const postPaths = {
  likePost: 'posts/like',
  dislikePost: 'posts/dislike',
  addBookmark: 'users/bookmark',
  removeBookmark: 'users/remove-bookmark',
}

function requestOf(world: World, step: Call): [method: string, path: string, body?: object] {
  switch (step.kind) {
    case 'signUp':
      return ['POST', '/auth/signup', { username: step.by, ...passwordInput(step.by) }]
    case 'logIn':
      return ['POST', '/auth/login', { username: step.by, ...passwordOf(step.by, step.isRight) }]
    case 'createPost':
      return ['POST', '/posts', { postData: { content: step.text } }]
    case 'editPost':
      return ['POST', `/posts/edit/${postIdOf(world, step.post)}`, { postData: { content: step.text } }]
    case 'deletePost':
      return ['DELETE', `/posts/${postIdOf(world, step.post)}`]
    case 'followUser':
      return ['POST', `/users/follow/${userIdOf(world, step.whom)}`]
    case 'unfollowUser':
      return ['POST', `/users/unfollow/${userIdOf(world, step.whom)}`]
    case 'editProfile':
      return ['POST', '/users/edit', { userData: { bio: step.text, username: step.username } }]
    default:
      return ['POST', `/${postPaths[step.kind]}/${postIdOf(world, step.post)}`]
  }
}
