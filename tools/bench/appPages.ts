/**
 * Each operation of the app and call of REST that reads a list, a search, a profile or a post, over a site of the
 * generator: what the test of plans and `npm run bench:server` compare between a small site and a large one.
 */

import { getOperationAST, parse } from 'graphql'
import { sentDocuments } from '../sentDocuments.ts'

/** Executes SQL without parameters. */
export type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

export interface Person {
  id: string
  username: string
}

export interface People {
  /** Has a common number of posts, follows and likes. */
  viewer: Person
  /** Is followed by every second user, and has many posts, likes and bookmarks. */
  celebrity: Person
  /** Follows many. */
  reader: Person
}

/** Who reads the pages of a site, and what. */
export interface Site extends People {
  /** The id of the celebrity's most liked post. */
  postId: string
}

/** A query of GraphQL, or the path of a GET request below `/api`. */
export type PageRequest = { query: string; variables: Variables } | { path: string }

type Variables = Record<string, unknown>

/** A page of the app, a part of one, or a call of REST. */
export interface Page {
  title: string
  /** Who reads it. */
  as: keyof People
  /** Returns its request, or with `next`, a cursor or a path, that of the next page of its list. */
  request(site: Site, next?: string): PageRequest
  /** Whether it is a list, of which the second page is read, too. */
  isList: boolean
}

/** The `first` of most lists. */
export const pageSize = 20
/** How many users the reader follows at least, so that the feed walks the posts of all users (feed.ts). */
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

/** Returns the pages that are compared. */
export async function appPages(): Promise<Page[]> {
  const sent = [...(await sentDocuments()), ...otherOperations]
  const documents = new Map(sent.map((text) => [getOperationAST(parse(text))?.name?.value, text]))
  const first = pageSize

  /** An operation of the app, or one of `otherOperations`. */
  function page(
    operation: string,
    variables: (site: Site) => Variables = () => ({}),
    as: keyof People = 'viewer',
  ): Page {
    const query = documents.get(operation)
    if (query === undefined) throw new Error(`There is no operation ${operation}.`)
    return {
      title: [operation, ...Object.values(variables(placeholders)), 'as', as].join(' '),
      as,
      request: (site, next) => ({
        query,
        variables: { ...variables(site), ...(next !== undefined && { after: next }) },
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
    ...texts.map((prefix) => page('MentionSuggestions', () => ({ prefix }))),
    page('PeopleHead', ({ celebrity }) => ({ userId: celebrity.id })),
    list('Followers', ({ celebrity }) => ({ userId: celebrity.id, first })),
    page('Following', ({ viewer }) => ({ userId: viewer.id, first })),
    list('Following', ({ reader }) => ({ userId: reader.id, first })),
    page('PostPage', ({ postId }) => ({ postId })),
    list('Likes', ({ postId }) => ({ postId, first })),
    page('Replies', ({ postId }) => ({ postId, first })),
    page('UserReplies', ({ celebrity }) => ({ userId: celebrity.id, first })),
    page('UserMedia', ({ celebrity }) => ({ userId: celebrity.id, first })),
    page('BookmarksPage', () => ({ first })),
    list('BookmarksPage', () => ({ first }), 'celebrity'),
    list('Suggestions', () => ({ first })),
    list('Users', () => ({ first })),
    ...texts.map((firstName) => page('SearchUsers', () => ({ text: firstName, first }))),
    ...texts.map((text) => page('SearchPeople', () => ({ text, first }))),
    page('SearchPosts', () => ({ text: 'patience', scope: 'MINE', first }), 'celebrity'),
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
    restList(({ celebrity }) => `/posts/user/${celebrity.username}`),
    restPage(({ postId }) => `/posts/${postId}`),
    restList(() => '/users'),
    restPage(({ celebrity }) => `/users/${celebrity.id}`),
    restList(() => '/users/bookmark'),
  ]
}

/** A call of REST as the celebrity. */
function restPage(path: (site: Site) => string): Page {
  return {
    title: `GET ${path(placeholders)}`,
    as: 'celebrity',
    request: (site, next) => ({ path: next ?? path(site) }),
    isList: false,
  }
}

function restList(path: (site: Site) => string): Page {
  return { ...restPage(path), isList: true }
}

/** For the titles of pages. */
const placeholders: Site = {
  viewer: named('viewer'),
  celebrity: named('celebrity'),
  reader: named('reader'),
  postId: 'post of celebrity',
}

function named(name: string): Person {
  return { id: name, username: name }
}

/**
 * Returns the `next` of the page after a response; undefined if that was the last one. `text` is that of a response of
 * GraphQL, and `link` the header of one of REST.
 */
export function nextIn({ text = '', link = '' }: { text?: string; link?: string }): string | undefined {
  const [pageInfo = ''] = /"pageInfo":\{[^}]*"hasNextPage":true[^}]*\}/.exec(text) ?? []
  return /"endCursor":"([^"]*)"/.exec(pageInfo)?.[1] ?? /<\/api(.*)>; rel="next"/.exec(link)?.[1]
}

/** Finds the people of a site of the generator. Throws if another one has filled it. */
export async function siteOf(query: Query): Promise<Site> {
  const personWhere = async (condition: string): Promise<Person> => {
    const { rows } = await query(`select id, username from weft.users where ${condition} order by id limit 1`)
    return { id: textOf(rows[0]?.['id']), username: textOf(rows[0]?.['username']) }
  }
  const celebrity = await personWhere(isCelebrity)
  const { rows: liked } = await query(
    `select id from weft.posts where author_id = '${celebrity.id}' order by like_count desc limit 1`,
  )
  return {
    viewer: await personWhere(`
      following_count between 10 and 14 and post_count between 8 and 12 and (
        select count(*) from weft.reactions where user_id = users.id
      ) between 28 and 32`),
    celebrity,
    reader: await personWhere(isReader),
    postId: textOf(liked[0]?.['id']),
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The site was not made by the generator.')
  return value
}

/** Lets the reader follow the users who have written most: in a small site the generator lets them follow few. */
export async function followMany(query: Query): Promise<void> {
  await query(`
    with reader as (
      select id from weft.users where ${isReader}
    ), added as (
      insert into weft.follows (id, follower_id, followee_id)
      select md5(users.id::text)::uuid, reader.id, users.id from reader join weft.users on users.id <> reader.id
      order by post_count desc, users.id limit ${FOLLOWED}
      on conflict do nothing returning id
    )
    update weft.users set following_count = following_count + (select count(*) from added)
    where id = (select id from reader)`)
}
