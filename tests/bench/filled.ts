import { parse, type DocumentNode } from 'graphql'
import { createBackend } from '../../resolvers/browser/index.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { createIds } from '../../resolvers/lib/ids.ts'
import type { PostRow, UserRow } from '../../resolvers/store/rows.ts'

const userCount = 1000
const followedByReader = 100

export interface FilledBackend {
  /** Executes an operation as the reader, who follows 100 of 1,000 users. */
  execute(document: DocumentNode, variables?: Record<string, unknown>): Promise<unknown>
  postIds: readonly string[]
}

export const reader = { username: 'reader', password: 'sesame' }

/** Creates a backend over the memory store with 1,000 users and `postCount` posts. */
export async function filledBackend(postCount: number): Promise<FilledBackend> {
  const store = createMemoryStore()
  const ids = createIds(Date.now)
  const backend = createBackend({ store, ids })
  const users = Array.from({ length: userCount }, (_, index) => userRow(ids(), index))
  const posts = Array.from({ length: postCount }, (_, index) =>
    postRow(ids(), users[index % userCount]?.id ?? '', index),
  )

  const run = async (document: DocumentNode, variables: Record<string, unknown>, authorization: string | null) =>
    backend.execute({ document, variables, context: backend.context({ authorization }) })

  const signUp = parse('mutation ($input: SignUpInput!) { signUp(input: $input) { token user { id } } }')
  const { data } = await run(signUp, { input: reader }, null)
  const session: { token: string; user: { id: string } } = JSON.parse(JSON.stringify(data)).signUp

  await store.transaction(async (tx) => {
    for (const user of users) await tx.users.insert(user)
    for (const post of posts) await tx.posts.insert(post)
    for (const { id } of users.slice(0, followedByReader)) {
      await tx.follows.insert({ id: ids(), followerId: session.user.id, followeeId: id })
    }
  })

  return {
    execute: (document, variables = {}) => run(document, variables, session.token),
    postIds: posts.map(({ id }) => id),
  }
}

function userRow(id: string, index: number): UserRow {
  return {
    id,
    username: `user${index}`,
    firstName: `Anna${index}`,
    lastName: 'Weaver',
    email: '',
    passwordHash: '',
    bio: '',
    portfolioUrl: '',
    avatarUrl: '',
    createdAt: 0,
    updatedAt: 0,
    postCount: 0,
    followerCount: 0,
    followingCount: 0,
    extra: {},
  }
}

function postRow(id: string, authorId: string, index: number): PostRow {
  return {
    id,
    authorId,
    content: `Post number ${index}`,
    mediaUrl: '',
    mediaType: '',
    mediaWidth: null,
    mediaHeight: null,
    mediaAlt: '',
    createdAt: 0,
    updatedAt: 0,
    likeCount: (index * 7919) % 1000,
  }
}
