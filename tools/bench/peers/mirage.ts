import { JSDOM } from 'jsdom'
import type { Request } from 'miragejs'
import type { Client, PostRecord, Records, UserRecord } from './calls.ts'
import * as rules from './rules.ts'

/**
 * The calls of spec §7 over MirageJS. Handlers use its database, which copies records, and not its ORM, which would also
 * wrap each in a model. Returns a client that uses the XMLHttpRequest that MirageJS replaces: its `fetch` would wait for a
 * timer more.
 */
export async function startMirage(records: Records, token: string): Promise<{ client: Client; close: () => void }> {
  installDom()
  const { createServer, Model, Response } = await import('miragejs')

  const respond = (status: number, body: object) => new Response(status, {}, body)

  const refusing =
    (handle: (request: Request) => Promise<object> | object) => async (_schema: unknown, request: Request) => {
      try {
        return await handle(request)
      } catch (error) {
        if (error instanceof rules.Refusal) return respond(error.status, { errors: [error.message] })
        throw error
      }
    }

  const server = createServer({
    // No latency and no log.
    environment: 'test',
    trackRequests: false,
    models: { user: Model, post: Model },
    routes() {
      this.namespace = 'api'
      // `this.db.posts` copies the collection at each read. `users` and `posts` are read once; lists in responses are read
      // each time.
      const users = rules.found(this.db.users)
      const posts = rules.found(this.db.posts)
      const viewerOf = async ({ requestHeaders }: Request): Promise<UserRecord> =>
        rules.found(users.findBy({ username: await rules.usernameIn(requestHeaders['authorization']) }))
      const postOf = ({ params }: Request): PostRecord => rules.found(posts.find(params['id'] ?? ''))
      const allPosts = () => respond(201, { posts: this.db.posts })

      this.get(
        '/posts',
        refusing(() => respond(200, { posts: this.db.posts })),
      )
      this.get(
        '/posts/:id',
        refusing((request) => respond(200, { post: postOf(request) })),
      )
      this.get(
        '/posts/user/:username',
        refusing(({ params }) => respond(200, { posts: posts.where({ username: params['username'] }) })),
      )
      this.post(
        '/posts',
        refusing(async (request) => {
          const { username } = await viewerOf(request)
          const post = rules.newPost(username, JSON.parse(request.requestBody).postData.content)
          posts.insert({ ...post, id: post._id })
          return allPosts()
        }),
      )
      this.delete(
        '/posts/:id',
        refusing(async (request) => {
          await viewerOf(request)
          posts.remove(postOf(request)._id)
          return allPosts()
        }),
      )
      for (const [name, change] of [
        ['like', rules.liked],
        ['dislike', rules.disliked],
      ] as const) {
        this.post(
          `/posts/${name}/:id`,
          refusing(async (request) => {
            const post = postOf(request)
            const likes = change(post, await viewerOf(request))
            posts.update(post._id, { likes, updatedAt: rules.today() })
            return allPosts()
          }),
        )
      }

      this.get(
        '/users',
        refusing(() => respond(200, { users: this.db.users })),
      )
      this.get(
        '/users/bookmark',
        refusing(async (request) => respond(200, { bookmarks: (await viewerOf(request)).bookmarks })),
      )
      this.get(
        '/users/:id',
        refusing(({ params }) => respond(200, { user: rules.found(users.find(params['id'] ?? '')) })),
      )
      this.post(
        '/users/edit',
        refusing(async (request) => {
          const { id } = await viewerOf(request)
          const { bio } = JSON.parse(request.requestBody).userData
          return respond(201, { user: users.update(id, { bio, updatedAt: rules.today() }) })
        }),
      )
      for (const [name, change] of [
        ['bookmark', rules.bookmarked],
        ['remove-bookmark', rules.unbookmarked],
      ] as const) {
        this.post(
          `/users/${name}/:id`,
          refusing(async (request) => {
            const viewer = await viewerOf(request)
            const bookmarks = change(viewer, postOf(request)._id)
            users.update(viewer.id, { bookmarks, updatedAt: rules.today() })
            return respond(200, { bookmarks })
          }),
        )
      }
      for (const [name, change] of [
        ['follow', rules.followed],
        ['unfollow', rules.unfollowed],
      ] as const) {
        this.post(
          `/users/${name}/:id`,
          refusing(async (request) => {
            const viewer = await viewerOf(request)
            const other: UserRecord = rules.found(users.find(request.params['id'] ?? ''))
            const { following, followers } = change(viewer, other)
            const user = users.update(viewer.id, { following, updatedAt: rules.today() })
            const followUser = users.update(other.id, { followers, updatedAt: rules.today() })
            return respond(200, { user, followUser, errors: [] })
          }),
        )
      }
    },
  })

  // MirageJS finds a record by its `id`.
  server.db.loadData({
    users: records.users,
    posts: records.posts.map((post) => Object.assign(post, { id: post._id })),
  })

  const client: Client = (method, path, body) =>
    new Promise((resolve, reject) => {
      const request = new window.XMLHttpRequest()
      request.open(method, `/api${path}`)
      request.setRequestHeader('authorization', token)
      request.addEventListener('load', () => {
        if (request.status < 300) resolve(JSON.parse(request.responseText))
        else reject(new Error(`${method} ${path}: ${request.responseText}`))
      })
      request.send(body && JSON.stringify(body))
    })
  return { client, close: () => server.shutdown() }
}

/** MirageJS intercepts requests only in a browser. */
function installDom(): void {
  if ('window' in globalThis) return
  const { window } = new JSDOM('', { url: 'http://localhost/' })
  Object.assign(globalThis, {
    window,
    self: window,
    document: window.document,
    XMLHttpRequest: window.XMLHttpRequest,
  })
}
