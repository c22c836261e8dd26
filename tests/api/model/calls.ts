import { passwordMarker, passwordInput, type TestBackend } from '../../backend.ts'
import { at, listAt, textAt } from '../../values.ts'
import type { Step } from './rules.ts'

type Call = Exclude<Step, { kind: 'nextDay' }>

export type Protocol = 'rest' | 'graphql'

/** The result of a call: its error or null, and for REST the status. */
export interface Outcome {
  status: number | null
  error: { status: number; message: string } | null
}

/** The status of each successful REST call (spec §7). */
export const successStatus: Record<Call['kind'], number> = {
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

/** The backend under test, and the ids and tokens of the model's usernames and post numbers. */
export interface BackendState {
  backend: TestBackend
  day: number
  users: Map<string, { id: string; token: string }>
  /** The ids of all posts that were created, including deleted ones. */
  posts: string[]
}

/** Runs the call of a step over this protocol. */
export async function call(state: BackendState, step: Step, protocol: Protocol): Promise<Outcome> {
  if (step.kind === 'nextDay') {
    state.day += 1
    state.backend.setClock(`${dayOf(state.day)}T12:00:00Z`)
    return { status: null, error: null }
  }
  const token = state.users.get(step.by)?.token
  if (protocol === 'graphql') {
    const [selection, input] = operationOf(state, step)
    const type = `${step.kind.charAt(0).toUpperCase()}${step.kind.slice(1)}Input!`
    const document = `mutation ($input: ${type}) { result: ${step.kind}(input: $input) { ${selection} } }`
    const json = await state.backend.gql(document, { input }, token ?? null)
    const error = at(json, 'errors.0')
    if (error) return failedWith(Number(at(error, 'extensions.status')), textAt(error, 'message'), null)
    remember(state, step, textAt(json, `data.result.${idPathOf(step)}`), at(json, 'data.result.token'))
    return { status: null, error: null }
  }
  const [method, path, body] = requestOf(state, step)
  const { status, json } = await state.backend.rest(method, path, { token, body })
  if (status >= 400) return failedWith(status, textAt(json, 'errors.0'), status)
  const newId = step.kind === 'createPost' ? at(listAt(json, 'posts').at(-1), '_id') : at(json, 'createdUser._id')
  remember(state, step, newId, at(json, 'encodedToken'))
  return { status, error: null }
}

export function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10)
}

function failedWith(status: number, message: string, httpStatus: number | null): Outcome {
  return { status: httpStatus, error: { status, message } }
}

function remember({ users, posts }: BackendState, { kind, by }: Call, newId: unknown, token: unknown): void {
  if (kind === 'createPost') posts.push(String(newId))
  if (kind === 'signUp') users.set(by, { id: String(newId), token: String(token) })
}

const unknownId = '00000000-0000-7000-8000-000000000000'
const postIdOf = ({ posts }: BackendState, number: number) => posts[number] ?? unknownId
const userIdOf = ({ users }: BackendState, username: string) => users.get(username)?.id ?? unknownId
const passwordOf = (by: string, isRight: boolean) =>
  isRight ? passwordInput(by) : { password: `${passwordMarker} wrong` }

function idPathOf({ kind }: Call): string {
  if (kind === 'signUp' || kind === 'logIn' || kind === 'followUser' || kind === 'unfollowUser') return 'user.id'
  if (kind === 'createPost') return 'postEdge.node.id'
  if (kind === 'deletePost') return 'deletedPostId'
  return kind === 'editProfile' ? 'viewer.id' : 'post.id'
}

/** Returns the selection of the payload and the input of the mutation. */
function operationOf(state: BackendState, step: Call): [selection: string, input: object] {
  switch (step.kind) {
    case 'signUp':
      return ['user { id } token', { username: step.by, ...passwordInput(step.by) }]
    case 'logIn':
      return ['user { id } token', { username: step.by, ...passwordOf(step.by, step.isRight) }]
    case 'createPost':
      return ['postEdge { node { id } }', { content: step.text }]
    case 'editPost':
      return ['post { id }', { postId: postIdOf(state, step.post), content: step.text }]
    case 'deletePost':
      return ['deletedPostId', { postId: postIdOf(state, step.post) }]
    case 'followUser':
    case 'unfollowUser':
      return ['user { id }', { userId: userIdOf(state, step.target) }]
    case 'editProfile':
      return ['viewer { id }', { bio: step.text, username: step.username }]
    default:
      return ['post { id }', { postId: postIdOf(state, step.post) }]
  }
}

const postPaths = {
  likePost: 'posts/like',
  dislikePost: 'posts/dislike',
  addBookmark: 'users/bookmark',
  removeBookmark: 'users/remove-bookmark',
}

/** Returns the REST request. */
function requestOf(state: BackendState, step: Call): [method: string, path: string, body?: object] {
  switch (step.kind) {
    case 'signUp':
      return ['POST', '/auth/signup', { username: step.by, ...passwordInput(step.by) }]
    case 'logIn':
      return ['POST', '/auth/login', { username: step.by, ...passwordOf(step.by, step.isRight) }]
    case 'createPost':
      return ['POST', '/posts', { postData: { content: step.text } }]
    case 'editPost':
      return ['POST', `/posts/edit/${postIdOf(state, step.post)}`, { postData: { content: step.text } }]
    case 'deletePost':
      return ['DELETE', `/posts/${postIdOf(state, step.post)}`]
    case 'followUser':
      return ['POST', `/users/follow/${userIdOf(state, step.target)}`]
    case 'unfollowUser':
      return ['POST', `/users/unfollow/${userIdOf(state, step.target)}`]
    case 'editProfile':
      return ['POST', '/users/edit', { userData: { bio: step.text, username: step.username } }]
    default:
      return ['POST', `/${postPaths[step.kind]}/${postIdOf(state, step.post)}`]
  }
}
