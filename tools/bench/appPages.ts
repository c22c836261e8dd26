/**
 * Each page that reads a list, a search, a profile or a post, over a site of the generator: what the test of plans and
 * `npm run bench:server` compare between a small site and a large one.
 */

import { getOperationAST, parse } from 'graphql'
import { sentDocuments } from '../sentDocuments.ts'

/** Executes SQL without parameters. */
export type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

export interface Person {
  id: string
  username: string
  /** Their most liked post. */
  postId: string
}

export interface People {
  /** Has a common number of posts, follows and likes. */
  viewer: Person
  /** Is followed by every second user, and has many posts, likes and bookmarks. */
  celebrity: Person
  /** Follows many. */
  reader: Person
}

/** A query of GraphQL, or the path of a GET request below `/api`. */
export type PageRequest = { query: string; variables: Variables } | { path: string }

type Variables = Record<string, unknown>

export interface Page {
  title: string
  /** Who reads it. */
  as: keyof People
  /** Returns the request of the page, or of the page that begins at `next`: a cursor, or a path. */
  request(people: People, next?: string): PageRequest
  /** Whether it is the first one of a list, of which the second is read, too. */
  isList: boolean
}

/** How many rows a page of a list has. */
export const pageSize = 20
/** How many users the reader of a small site follows, so that the feed walks the posts of all users (feed.ts). */
const FOLLOWED = 250

const isCelebrity = String.raw`username like '%\_0'`
const isReader = String.raw`username like '%\_1'`

/** Lists that no operation of the app reads, or not in this order. */
const otherOperations = [
  `query PostsOfUser($userId: ID!, $orderBy: PostOrder!, $first: Int!, $after: String) {
    user(id: $userId) {
      posts(first: $first, after: $after, orderBy: $orderBy) {
        edges { node { content author { username } } }
        pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  `query Users($firstName: String, $first: Int!, $after: String) {
    users(firstName: $firstName, first: $first, after: $after) {
      edges { node { username } }
      pageInfo { endCursor hasNextPage }
    }
  }`,
]

const texts = ['a', 'ma', 'ina', 'marina', 'nobody']

export async function appPages(): Promise<Page[]> {
  const sent = [...(await sentDocuments()), ...otherOperations]
  const documents = new Map(sent.map((text) => [getOperationAST(parse(text))?.name?.value, text]))
  const first = pageSize

  /** An operation of the app, or one of `otherOperations`. */
  function page(
    operation: string,
    variables: (people: People) => Variables = () => ({}),
    as: keyof People = 'viewer',
  ): Page {
    const query = documents.get(operation)
    if (query === undefined) throw new Error(`There is no operation ${operation}.`)
    return {
      title: [operation, ...Object.values(variables(placeholders)), 'as', as].join(' '),
      as,
      request: (people, next) => ({
        query,
        variables: { ...variables(people), ...(next !== undefined && { after: next }) },
      }),
      isList: false,
    }
  }
  const list = (...args: Parameters<typeof page>): Page => ({ ...page(...args), isList: true })

  return [
    ...['LATEST', 'TRENDING'].flatMap((orderBy) => [
      list('HomePage', () => ({ orderBy, first })),
      list('HomePage', () => ({ orderBy, first }), 'reader'),
      list('ExplorePage', () => ({ orderBy, first })),
      list('TagPage', () => ({ tag: 'weft', orderBy, first })),
      list('PostsOfUser', ({ celebrity }) => ({ userId: celebrity.id, orderBy, first })),
    ]),
    page('ProfilePage', ({ viewer }) => ({ userId: viewer.id, first })),
    list('ProfilePage', ({ celebrity }) => ({ userId: celebrity.id, first })),
    page('UserPage', ({ celebrity }) => ({ username: celebrity.username })),
    page('HoverCard', ({ celebrity }) => ({ userId: celebrity.id })),
    page('MentionCard', ({ celebrity }) => ({ username: celebrity.username })),
    page('PeopleHead', ({ celebrity }) => ({ userId: celebrity.id })),
    list('Followers', ({ celebrity }) => ({ userId: celebrity.id, first })),
    page('Following', ({ viewer }) => ({ userId: viewer.id, first })),
    list('Following', ({ reader }) => ({ userId: reader.id, first })),
    page('PostPage', ({ celebrity }) => ({ postId: celebrity.postId })),
    list('Likes', ({ celebrity }) => ({ postId: celebrity.postId, first })),
    page('BookmarksPage', () => ({ first })),
    list('BookmarksPage', () => ({ first }), 'celebrity'),
    list('Suggestions', () => ({ first })),
    list('Users', () => ({ first })),
    ...texts.map((firstName) => page('SearchUsers', () => ({ firstName, first }))),
    ...['a', 'ma', 'ofia'].map((firstName) => list('Users', () => ({ firstName, first: 5 }))),
    page('MyPosts'),
    list('MyPosts', undefined, 'celebrity'),
    page('MyLikes'),
    list('MyLikes', undefined, 'celebrity'),
    page('MyBookmarks'),
    list('MyBookmarks', undefined, 'celebrity'),
    page('MyFollowing'),
    list('MyFollowing', undefined, 'reader'),
    page('MyFollowers'),
    list('MyFollowers', undefined, 'celebrity'),
    page('AccountFigures'),
    restList(() => '/posts'),
    restList(({ username }) => `/posts/user/${username}`),
    restPage(({ postId }) => `/posts/${postId}`),
    restList(() => '/users'),
    restPage(({ id }) => `/users/${id}`),
    restList(() => '/users/bookmark'),
  ]
}

/** A call of REST as the celebrity. */
function restPage(path: (celebrity: Person) => string): Page {
  return {
    title: `GET ${path(placeholders.celebrity)}`,
    as: 'celebrity',
    request: ({ celebrity }, next) => ({ path: next ?? path(celebrity) }),
    isList: false,
  }
}

function restList(path: (celebrity: Person) => string): Page {
  return { ...restPage(path), isList: true }
}

/** For the titles of pages. */
const placeholders: People = { viewer: named('viewer'), celebrity: named('celebrity'), reader: named('reader') }

function named(name: string): Person {
  return { id: name, username: name, postId: `post of ${name}` }
}

/** Returns where the list in a response of GraphQL goes on, if it has a next page. */
export function nextCursorIn(text: string): string | undefined {
  const [pageInfo = ''] = /"pageInfo":\{[^}]*"hasNextPage":true[^}]*\}/.exec(text) ?? []
  return /"endCursor":"([^"]*)"/.exec(pageInfo)?.[1]
}

/** Returns where the list of a response of REST goes on, from its header `link`. */
export function nextPathIn(link: string): string | undefined {
  return /<\/api(.*)>; rel="next"/.exec(link)?.[1]
}

export async function peopleOf(query: Query): Promise<People> {
  const personWhere = async (condition: string): Promise<Person> => {
    const { rows } = await query(`
      select id, username, (
        select id from weft.posts where author_id = users.id order by like_count desc limit 1
      ) as "postId"
      from weft.users where ${condition} order by id limit 1`)
    const { id, username, postId } = rows[0] ?? {}
    if (typeof id !== 'string' || typeof username !== 'string' || typeof postId !== 'string')
      throw new Error('The site was not made by the generator.')
    return { id, username, postId }
  }
  return {
    viewer: await personWhere(`
      following_count between 10 and 14 and post_count between 8 and 12 and (
        select count(*) from weft.reactions where user_id = users.id
      ) between 28 and 32`),
    celebrity: await personWhere(isCelebrity),
    reader: await personWhere(isReader),
  }
}

/** Lets the reader of a small site, who follows one in 200 users, follow those who have written most. */
export async function followMany(query: Query): Promise<void> {
  await query(`
    with reader as (
      select id, following_count from weft.users where ${isReader}
    ), added as (
      insert into weft.follows (id, follower_id, followee_id)
      select md5(users.id::text)::uuid, reader.id, users.id from reader join weft.users on users.id <> reader.id
      where reader.following_count < ${FOLLOWED}
      order by post_count desc, users.id limit ${FOLLOWED}
      on conflict do nothing returning id
    )
    update weft.users set following_count = following_count + (select count(*) from added)
    where id = (select id from reader)`)
}
