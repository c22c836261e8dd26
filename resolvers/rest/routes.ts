import { logIn, signUp } from '../api/auth.ts'
import { addBookmark, removeBookmark } from '../api/bookmarks.ts'
import { requirePost, requireUser, requireViewer, type Call } from '../api/call.ts'
import { followUser, unfollowUser, type FollowChange } from '../api/follows.ts'
import { createPost, deletePost, editPost } from '../api/posts.ts'
import { editProfile } from '../api/profile.ts'
import { dislikePost, likePost } from '../api/reactions.ts'
import { requiredText, type JsonObject } from './body.ts'
import { allPosts, allUsers, postsByUsername } from './lists.ts'
import { postChangesIn, profileChangesIn, signUpInputIn } from './payloads.ts'
import { bookmarkRecord, ownRecord, postRecords, userRecord, userRecords } from './records.ts'

/** One call as it came: the path's parameter ('' where the path has none) and the parsed body. */
export interface RestCall extends Call {
  param: string
  body: JsonObject
}

type Answer = (call: RestCall) => Promise<JsonObject>

/** One row of spec §7. A segment in braces stands for any one segment. */
export interface Route {
  method: string
  path: string
  /** Whether the token is checked before anything else. */
  authorized: boolean
  status: number
  answer: Answer
}

const open = (method: string, path: string, status: number, answer: Answer): Route => ({
  method,
  path,
  authorized: false,
  status,
  answer,
})
const authorized = (...row: Parameters<typeof open>): Route => ({ ...open(...row), authorized: true })

/** Spec §7, row by row. The first path that matches wins. */
export const routes: readonly Route[] = [
  open('POST', '/auth/signup', 201, async (call) => {
    const { user, token } = await signUp(call.services, signUpInputIn(call.body))
    return { createdUser: await ownRecord(read(call), user), encodedToken: token }
  }),
  open('POST', '/auth/login', 200, async (call) => {
    const credentials = { username: requiredText(call.body, 'username'), password: requiredText(call.body, 'password') }
    const { user, token } = await logIn(call.services, credentials)
    return { foundUser: await ownRecord(read(call), user), encodedToken: token }
  }),

  open('GET', '/posts', 200, postsAnswer),
  open('GET', '/posts/{postId}', 200, async (call) => {
    const [post = {}] = await postRecords(read(call), [await requirePost(read(call), call.param)])
    return { post }
  }),
  open('GET', '/posts/user/{username}', 200, async (call) => ({
    posts: await postRecords(read(call), await postsByUsername(read(call), call.param)),
  })),
  authorized('POST', '/posts', 201, async (call) => {
    await createPost(call, { content: '', mediaUrl: '', mediaType: '', ...postChangesIn(call.body) })
    return postsAnswer(call)
  }),
  authorized('POST', '/posts/edit/{postId}', 201, async (call) => {
    await editPost(call, call.param, postChangesIn(call.body))
    return postsAnswer(call)
  }),
  authorized('DELETE', '/posts/{postId}', 201, async (call) => {
    await deletePost(call, call.param)
    return postsAnswer(call)
  }),
  authorized('POST', '/posts/like/{postId}', 201, async (call) => {
    await likePost(call, call.param)
    return postsAnswer(call)
  }),
  authorized('POST', '/posts/dislike/{postId}', 201, async (call) => {
    await dislikePost(call, call.param)
    return postsAnswer(call)
  }),

  open('GET', '/users', 200, async (call) => ({ users: await userRecords(read(call), await allUsers(read(call))) })),
  authorized('GET', '/users/bookmark', 200, async (call) => bookmarksAnswer(call, (await requireViewer(call)).id)),
  open('GET', '/users/{userId}', 200, async (call) => ({
    user: await userRecord(read(call), await requireUser(read(call), call.param)),
  })),
  authorized('POST', '/users/edit', 201, async (call) => {
    const { changes, username } = profileChangesIn(call.body)
    return { user: await ownRecord(read(call), await editProfile(call, changes, username)) }
  }),
  authorized('POST', '/users/bookmark/{postId}', 200, async (call) => {
    const { bookmark } = await addBookmark(call, call.param)
    return bookmarksAnswer(call, bookmark.userId)
  }),
  authorized('POST', '/users/remove-bookmark/{postId}', 200, async (call) => {
    const { viewer } = await removeBookmark(call, call.param)
    return bookmarksAnswer(call, viewer.id)
  }),
  authorized('POST', '/users/follow/{id}', 200, async (call) => followAnswer(call, await followUser(call, call.param))),
  authorized('POST', '/users/unfollow/{id}', 200, async (call) => followAnswer(call, await unfollowUser(call, call.param))),
]

const read = (call: Call) => call.services.store.read

async function postsAnswer(call: Call): Promise<JsonObject> {
  return { posts: await postRecords(read(call), await allPosts(read(call))) }
}

async function bookmarksAnswer(call: Call, userId: string): Promise<JsonObject> {
  return { bookmarks: await bookmarkRecord(read(call), userId) }
}

async function followAnswer(call: Call, { viewer, user }: FollowChange): Promise<JsonObject> {
  const [own, other] = await Promise.all([ownRecord(read(call), viewer), userRecord(read(call), user)])
  return { user: own, followUser: other, errors: [] }
}
