import type {
  IdCursor,
  ListRequest,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  PostsReader,
  ReadTables,
} from '../store/port.ts'
import type { FollowRow, PostRow, ReactionRow, UserSummary } from '../store/rows.ts'
import { Loader, ROWS_PER_CALL, type ReadingOptions } from './loader.ts'

/** A page of one of many lists, by the id of the row that has the list. */
interface PageOf<Cursor> extends PageRequest<Cursor> {
  of: string
}

/** Loads pages of the lists of one kind. */
type PageLoader<Row, Cursor> = Loader<PageOf<Cursor>, Page<Row, Cursor>>

/** Loaders of what every viewer may read. */
export interface RecordLoaders {
  users: Loader<string, UserSummary | undefined>
  bios: Loader<string, string | undefined>
  posts: Loader<string, PostRow | undefined>
  likes: PageLoader<ReactionRow, IdCursor>
  followers: PageLoader<FollowRow, IdCursor>
  following: PageLoader<FollowRow, IdCursor>
  postsBy: PostsBy
  repliesBy: PageLoader<PostRow, IdCursor>
  mediaBy: PageLoader<PostRow, IdCursor>
  replies: PageLoader<PostRow, IdCursor>
  ancestors: Loader<string, PostRow[]>
}

/** The most posts above a reply that one operation reads. */
export const MAX_ANCESTORS = 50

type PostsBy = <Order extends PostOrder>(
  order: Order,
  request: PageOf<PostCursors[Order]>,
) => Promise<Page<PostRow, PostCursors[Order]>>

/** Creates loaders of what every viewer may read. */
export function createRecordLoaders(
  { users, posts, reactions, follows }: ReadTables,
  options: ReadingOptions,
): RecordLoaders {
  return {
    users: new Loader((ids) => users.getSummaries(ids), options),
    bios: new Loader((ids) => users.getBios(ids), { ...options, isLeaf: true }),
    posts: new Loader((ids) => posts.getMany(ids), options),
    likes: pageLoader((requests) => reactions.pages('byKind', requests.map(likesOf)), options),
    followers: pageLoader((requests) => follows.pages('byFollowee', requests), options),
    following: pageLoader((requests) => follows.pages('byFollower', requests), options),
    postsBy: loadPostsBy(posts, options),
    repliesBy: pageLoader((requests) => posts.pages('authorReplies', requests), options),
    mediaBy: pageLoader((requests) => posts.pages('authorMedia', requests), options),
    replies: pageLoader(
      (requests) =>
        posts.pages(
          'byParent',
          requests.map((request) => ({ ...request, direction: 'ascending' })),
        ),
      options,
    ),
    ancestors: new Loader((ids) => posts.ancestors(ids, MAX_ANCESTORS), {
      ...options,
      sizeOf: (ancestors) => ancestors.length + 1,
    }),
  }
}

function likesOf({ of, ...request }: PageOf<IdCursor>): ListRequest<'reactions', 'byKind'> {
  return { ...request, of: [of, 'like'] }
}

function loadPostsBy(posts: Pick<PostsReader, 'pages'>, options: ReadingOptions): PostsBy {
  const loaders: { readonly [Order in PostOrder]: PageLoader<PostRow, PostCursors[Order]> } = {
    LATEST: pageLoader((requests) => posts.pages('authorLatest', requests), options),
    TRENDING: pageLoader((requests) => posts.pages('authorTrending', requests), options),
  }
  return (order, request) => loaders[order].load(request)
}

function pageLoader<Row, Cursor>(
  load: (requests: readonly PageOf<Cursor>[]) => Promise<Page<Row, Cursor>[]>,
  options: ReadingOptions,
): PageLoader<Row, Cursor> {
  const loadParts = async (requests: readonly PageOf<Cursor>[]) => {
    const parts: PageOf<Cursor>[][] = []
    let rows = Number.POSITIVE_INFINITY
    for (const request of requests) {
      rows += request.limit
      if (rows <= ROWS_PER_CALL) parts.at(-1)?.push(request)
      else {
        parts.push([request])
        rows = request.limit
      }
    }
    return (await Promise.all(parts.map(load))).flat()
  }
  return new Loader(loadParts, {
    ...options,
    nameOf: (request) => JSON.stringify(request),
    sizeOf: (page) => page.length + 1,
  })
}
