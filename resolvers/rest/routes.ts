import { logIn, signUp } from '../services/auth.ts'
import { addBookmark, removeBookmark } from '../services/bookmarks.ts'
import { requirePost, requireUser, requireViewer, type ServiceContext } from '../services/serviceContext.ts'
import { followUser, unfollowUser, type FollowChange } from '../services/follows.ts'
import { createPost, deletePost, editPost } from '../services/posts.ts'
import { editProfile } from '../services/profile.ts'
import { dislikePost, likePost } from '../services/reactions.ts'
import { requiredText, type JsonObject } from './body.ts'
import { calls, type CallName } from './calls.ts'
import { allPosts, allUsers, postsByUsername } from './lists.ts'
import { postChangesIn, profileChangesIn, signUpInputIn } from './payloads.ts'
import { bookmarkRecord, ownRecord, postRecords, userRecord, userRecords } from './records.ts'

/** One call: its context, the parameter of the path ('' if there is none), and the parsed body. */
export interface RestCall extends ServiceContext {
  param: string
  body: JsonObject
}

type Answer = (call: RestCall) => Promise<JsonObject>

interface Row {
  /** Whether the token is checked first. */
  authorized: boolean
  status: number
  answer: Answer
}

/** One row of spec §7. */
export interface Route extends Row {
  name: CallName
  method: string
  path: string
}

const open = (status: number, answer: Answer): Row => ({ authorized: false, status, answer })
const authorized = (status: number, answer: Answer): Row => ({ authorized: true, status, answer })

const rows: Record<CallName, Row> = {
  'POST /auth/signup': open(201, async (call) => {
    const { user, token } = await signUp(call, signUpInputIn(call.body))
    return { createdUser: await ownRecord(read(call), user), encodedToken: token }
  }),
  'POST /auth/login': open(200, async (call) => {
    const credentials = { username: requiredText(call.body, 'username'), password: requiredText(call.body, 'password') }
    const { user, token } = await logIn(call, credentials)
    return { foundUser: await ownRecord(read(call), user), encodedToken: token }
  }),

  'GET /posts': open(200, postsAnswer),
  'GET /posts/{postId}': open(200, async (call) => {
    const [post = {}] = await postRecords(read(call), [await requirePost(read(call), call.param)])
    return { post }
  }),
  'GET /posts/user/{username}': open(200, async (call) => ({
    posts: await postRecords(read(call), await postsByUsername(read(call), call.param)),
  })),
  'POST /posts': authorized(201, async (call) => {
    await createPost(call, { content: '', mediaUrl: '', mediaType: '', ...postChangesIn(call.body) })
    return postsAnswer(call)
  }),
  'POST /posts/edit/{postId}': authorized(201, async (call) => {
    await editPost(call, call.param, postChangesIn(call.body))
    return postsAnswer(call)
  }),
  'DELETE /posts/{postId}': authorized(201, async (call) => {
    await deletePost(call, call.param)
    return postsAnswer(call)
  }),
  'POST /posts/like/{postId}': authorized(201, async (call) => {
    await likePost(call, call.param)
    return postsAnswer(call)
  }),
  'POST /posts/dislike/{postId}': authorized(201, async (call) => {
    await dislikePost(call, call.param)
    return postsAnswer(call)
  }),

  'GET /users': open(200, async (call) => ({ users: await userRecords(read(call), await allUsers(read(call))) })),
  'GET /users/bookmark': authorized(200, async (call) => bookmarksAnswer(call, (await requireViewer(call)).id)),
  'GET /users/{userId}': open(200, async (call) => ({
    user: await userRecord(read(call), await requireUser(read(call), call.param)),
  })),
  'POST /users/edit': authorized(201, async (call) => {
    const { changes, username } = profileChangesIn(call.body)
    return { user: await ownRecord(read(call), await editProfile(call, changes, username)) }
  }),
  'POST /users/bookmark/{postId}': authorized(200, async (call) => {
    const { bookmark } = await addBookmark(call, call.param)
    return bookmarksAnswer(call, bookmark.userId)
  }),
  'POST /users/remove-bookmark/{postId}': authorized(200, async (call) => {
    const { viewer } = await removeBookmark(call, call.param)
    return bookmarksAnswer(call, viewer.id)
  }),
  'POST /users/follow/{id}': authorized(200, async (call) => followAnswer(call, await followUser(call, call.param))),
  'POST /users/unfollow/{id}': authorized(200, async (call) =>
    followAnswer(call, await unfollowUser(call, call.param)),
  ),
}

/** The rows of spec §7. The first match wins. */
export const routes: readonly Route[] = calls.map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return Object.assign(rows[name], { name, method, path })
})

const read = (call: ServiceContext) => call.store.read

async function postsAnswer(call: ServiceContext): Promise<JsonObject> {
  return { posts: await postRecords(read(call), await allPosts(read(call))) }
}

async function bookmarksAnswer(call: ServiceContext, userId: string): Promise<JsonObject> {
  return { bookmarks: await bookmarkRecord(read(call), userId) }
}

async function followAnswer(call: ServiceContext, { viewer, user }: FollowChange): Promise<JsonObject> {
  const [own, other] = await Promise.all([ownRecord(read(call), viewer), userRecord(read(call), user)])
  return { user: own, followUser: other, errors: [] }
}
