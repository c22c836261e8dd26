import { Collection } from '@msw/data'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import * as v from 'valibot'
import type { Client, Records } from './calls.ts'
import * as rules from './rules.ts'

const briefUser = v.object({
  _id: v.string(),
  id: v.string(),
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  avatar: v.string(),
})
const userSchema = v.object({
  ...briefUser.entries,
  bio: v.string(),
  profile: v.string(),
  followers: v.array(briefUser),
  following: v.array(briefUser),
  bookmarks: v.array(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
const postSchema = v.object({
  _id: v.string(),
  content: v.string(),
  post_img: v.string(),
  media_type: v.string(),
  likes: v.object({ likeCount: v.number(), likedBy: v.array(briefUser), dislikedBy: v.array(briefUser) }),
  username: v.string(),
  createdAt: v.string(),
  createdAt_format: v.string(),
  updatedAt: v.string(),
})

const origin = 'http://localhost'

/**
 * The calls of spec §7 over MSW and @msw/data. Likers and followers are plain records, as the specification has them:
 * relations would be resolved again for each record of a list. Returns a client that uses the `fetch` that MSW intercepts.
 */
export async function startMsw(records: Records, token: string): Promise<{ client: Client; close: () => void }> {
  const users = new Collection({ schema: userSchema })
  const posts = new Collection({ schema: postSchema })
  for (const user of records.users) await users.create(v.parse(userSchema, user))
  for (const post of records.posts) await posts.create(v.parse(postSchema, post))

  const userById = (id: unknown) => rules.found(users.findFirst((q) => q.where((user) => user._id === id)))
  const postById = (id: unknown) => rules.found(posts.findFirst((q) => q.where((post) => post._id === id)))
  const viewerOf = async ({ headers }: Request) => {
    const username = await rules.usernameIn(headers.get('authorization'))
    return rules.found(users.findFirst((q) => q.where((user) => user.username === username)))
  }
  const allPosts = () => HttpResponse.json({ posts: posts.all() }, { status: 201 })

  type Handler = (call: { request: Request; params: Readonly<Record<string, unknown>> }) => Promise<Response> | Response
  const refusing =
    (handle: Handler): Handler =>
    async (call) => {
      try {
        return await handle(call)
      } catch (error) {
        if (error instanceof rules.Refusal)
          return HttpResponse.json({ errors: [error.message] }, { status: error.status })
        throw error
      }
    }
  const get = (path: string, handle: Handler) => http.get(`${origin}/api${path}`, refusing(handle))
  const post = (path: string, handle: Handler) => http.post(`${origin}/api${path}`, refusing(handle))

  const reactions = (
    [
      ['like', rules.liked],
      ['dislike', rules.disliked],
    ] as const
  ).map(([name, change]) =>
    post(`/posts/${name}/:id`, async ({ request, params }) => {
      const record = postById(params['id'])
      const likes = change(record, await viewerOf(request))
      await posts.update(record, {
        data(draft) {
          draft.likes = likes
          draft.updatedAt = rules.today()
        },
      })
      return allPosts()
    }),
  )
  const bookmarks = (
    [
      ['bookmark', rules.bookmarked],
      ['remove-bookmark', rules.unbookmarked],
    ] as const
  ).map(([name, change]) =>
    post(`/users/${name}/:id`, async ({ request, params }) => {
      const viewer = await viewerOf(request)
      const list = change(viewer, postById(params['id'])._id)
      await users.update(viewer, {
        data(draft) {
          draft.bookmarks = list
          draft.updatedAt = rules.today()
        },
      })
      return HttpResponse.json({ bookmarks: list })
    }),
  )
  const follows = (
    [
      ['follow', rules.followed],
      ['unfollow', rules.unfollowed],
    ] as const
  ).map(([name, change]) =>
    post(`/users/${name}/:id`, async ({ request, params }) => {
      const viewer = await viewerOf(request)
      const other = userById(params['id'])
      const { following, followers } = change(viewer, other)
      const user = await users.update(viewer, {
        data(draft) {
          draft.following = following
          draft.updatedAt = rules.today()
        },
      })
      const followUser = await users.update(other, {
        data(draft) {
          draft.followers = followers
          draft.updatedAt = rules.today()
        },
      })
      return HttpResponse.json({ user, followUser, errors: [] })
    }),
  )

  const server = setupServer(
    get('/posts', () => HttpResponse.json({ posts: posts.all() })),
    get('/posts/:id', ({ params }) => HttpResponse.json({ post: postById(params['id']) })),
    get('/posts/user/:username', ({ params }) =>
      HttpResponse.json({ posts: posts.findMany((q) => q.where((one) => one.username === params['username'])) }),
    ),
    post('/posts', async ({ request }) => {
      const { username } = await viewerOf(request)
      const { postData } = v.parse(v.object({ postData: v.object({ content: v.string() }) }), await request.json())
      await posts.create(rules.newPost(username, postData.content))
      return allPosts()
    }),
    http.delete(
      `${origin}/api/posts/:id`,
      refusing(async ({ request, params }) => {
        await viewerOf(request)
        posts.delete(postById(params['id']))
        return allPosts()
      }),
    ),
    ...reactions,
    get('/users', () => HttpResponse.json({ users: users.all() })),
    get('/users/bookmark', async ({ request }) =>
      HttpResponse.json({ bookmarks: (await viewerOf(request)).bookmarks }),
    ),
    get('/users/:id', ({ params }) => HttpResponse.json({ user: userById(params['id']) })),
    post('/users/edit', async ({ request }) => {
      const { userData } = v.parse(v.object({ userData: v.object({ bio: v.string() }) }), await request.json())
      const user = await users.update(await viewerOf(request), {
        data(draft) {
          draft.bio = userData.bio
          draft.updatedAt = rules.today()
        },
      })
      return HttpResponse.json({ user }, { status: 201 })
    }),
    ...bookmarks,
    ...follows,
  )
  server.listen({ onUnhandledRequest: 'error' })

  const client: Client = async (method, path, body) => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: token },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
  return { client, close: () => server.close() }
}
