import { logIn, signUp } from '../services/auth.ts'
import { addBookmark, removeBookmark } from '../services/bookmarks.ts'
import {
  findViewer,
  requirePost,
  requireUser,
  requireViewer,
  type ReadContext,
  type ServiceContext,
} from '../services/serviceContext.ts'
import { visibleTo } from '../services/visibility.ts'
import { followUser, unfollowUser, type FollowChange } from '../services/follows.ts'
import { createPost, deletePost, editPost } from '../services/posts.ts'
import { editProfile } from '../services/profile.ts'
import { dislikePost, likePost } from '../services/reactions.ts'
import { requiredText, type JsonObject } from './body.ts'
import { routeNames, type RouteName } from './routeNames.ts'
import { listBookmarks, listPosts, listPostsBy, listUsers, type ListBounds, type ListPart } from './lists.ts'
import { postChangesIn, profileChangesIn, signUpInputIn } from './payloads.ts'
import type { UserRow } from '../store/rows.ts'
import { ownRecord, postRecords, userRecord } from './records.ts'

/** One call: its context, the parameter of the path ('' if there is none), and the parsed body. */
export interface RestCall extends ServiceContext {
  param: string
  body: JsonObject
  /** Which rows of a list the response has. */
  bounds: ListBounds
  /** Called with the path and query of the call that returns the next rows of the list, below `/api`. */
  onNext: (path: string) => void
}

/** Does the work of one call. Returns the body of the response. */
type RestHandler = (call: RestCall) => Promise<JsonObject>

interface RouteDefinition {
  /** Whether the token is checked first. */
  authorized: boolean
  /** The HTTP status of success. */
  status: number
  handle: RestHandler
}

/** One row of spec §7. */
export interface Route extends RouteDefinition {
  name: RouteName
  method: string
  path: string
}

const open = (status: number, handle: RestHandler): RouteDefinition => ({ authorized: false, status, handle })
const authorized = (status: number, handle: RestHandler): RouteDefinition => ({ authorized: true, status, handle })

const definitions: Record<RouteName, RouteDefinition> = {
  'POST /auth/signup': open(201, async (call) => {
    const { user, token } = await signUp(call, signUpInputIn(call.body))
    return { createdUser: await ownRecordOf(call, user), encodedToken: token }
  }),
  'POST /auth/login': open(200, async (call) => {
    const credentials = { username: requiredText(call.body, 'username'), password: requiredText(call.body, 'password') }
    const { user, token } = await logIn(call, credentials)
    return { foundUser: await ownRecordOf(call, user), encodedToken: token }
  }),

  'GET /posts': open(200, postsResponse),
  'GET /posts/{postId}': open(200, async (call) => {
    const [post = {}] = await postRecords(read(call), [await requirePost(read(call), call.param)], maxEntries(call))
    return { post }
  }),
  'GET /posts/user/{username}': open(200, async (call) => ({
    posts: itemsOf(
      call,
      `/posts/user/${encodeURIComponent(call.param)}`,
      await listPostsBy(read(call), call.param, call.bounds),
    ),
  })),
  'POST /posts': authorized(201, async (call) => {
    await createPost(call, postChangesIn(call.body))
    return postsResponse(call)
  }),
  'POST /posts/edit/{postId}': authorized(201, async (call) => {
    await editPost(call, call.param, postChangesIn(call.body))
    return postsResponse(call)
  }),
  'DELETE /posts/{postId}': authorized(201, async (call) => {
    await deletePost(call, call.param)
    return postsResponse(call)
  }),
  'POST /posts/like/{postId}': authorized(201, async (call) => {
    await likePost(call, call.param)
    return postsResponse(call)
  }),
  'POST /posts/dislike/{postId}': authorized(201, async (call) => {
    await dislikePost(call, call.param)
    return postsResponse(call)
  }),

  'GET /users': open(200, async (call) => {
    const viewer = await findViewer(call)
    return { users: itemsOf(call, '/users', await listUsers(read(call), viewer?.id ?? null, call.bounds)) }
  }),
  'GET /users/bookmark': authorized(200, async (call) => bookmarksResponse(call, (await requireViewer(call)).id)),
  'GET /users/{userId}': open(200, async (call) => {
    const [user, viewer] = await Promise.all([requireUser(read(call), call.param), findViewer(call)])
    return { user: await userRecordOf(call, user, viewer?.id ?? null) }
  }),
  'POST /users/edit': authorized(201, async (call) => {
    const { changes, username } = profileChangesIn(call.body)
    return { user: await ownRecordOf(call, await editProfile(call, changes, username)) }
  }),
  'POST /users/bookmark/{postId}': authorized(200, async (call) => {
    const { bookmark } = await addBookmark(call, call.param)
    return bookmarksResponse(call, bookmark.userId)
  }),
  'POST /users/remove-bookmark/{postId}': authorized(200, async (call) => {
    const { viewer } = await removeBookmark(call, call.param)
    return bookmarksResponse(call, viewer.id)
  }),
  'POST /users/follow/{id}': authorized(200, async (call) => followResponse(call, await followUser(call, call.param))),
  'POST /users/unfollow/{id}': authorized(200, async (call) =>
    followResponse(call, await unfollowUser(call, call.param)),
  ),
}

/** The rows of spec §7. The first match wins. */
export const routes: readonly Route[] = routeNames.map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return Object.assign(definitions[name], { name, method, path })
})

const read = (call: ServiceContext): ReadContext => ({
  tx: call.store.read,
  visible: visibleTo(
    async () => (await findViewer(call))?.id ?? null,
    (ids) => call.store.read.users.getSummaries(ids),
  ),
})

/** Returns the items of a part of the list at this path, and says where the list goes on. */
function itemsOf<Item>({ onNext }: RestCall, path: string, { items, next }: ListPart<Item>): Item[] {
  if (next !== undefined) onNext(`${path}?before=${encodeURIComponent(next)}`)
  return items
}

const maxEntries = ({ bounds }: RestCall) => bounds.limits?.rows

function ownRecordOf(call: RestCall, user: UserRow): Promise<JsonObject> {
  return ownRecord(read(call), user, maxEntries(call))
}

function userRecordOf(call: RestCall, user: UserRow, viewerId: string | null): Promise<JsonObject> {
  return userRecord(read(call), user, { viewerId, maxEntries: maxEntries(call) })
}

async function postsResponse(call: RestCall): Promise<JsonObject> {
  return { posts: itemsOf(call, '/posts', await listPosts(read(call), call.bounds)) }
}

async function bookmarksResponse(call: RestCall, userId: string): Promise<JsonObject> {
  return { bookmarks: itemsOf(call, '/users/bookmark', await listBookmarks(read(call), userId, call.bounds)) }
}

async function followResponse(call: RestCall, { viewer, user }: FollowChange): Promise<JsonObject> {
  const [own, other] = await Promise.all([ownRecordOf(call, viewer), userRecordOf(call, user, viewer.id)])
  return { user: own, followUser: other, errors: [] }
}
