import { InMemoryCache, isReference, type ApolloCache, type FieldPolicy, type Reference } from '@apollo/client'
import type { ModifierDetails } from '@apollo/client/cache'
import type { DeletedRecords, RecordRef } from './deletedRecords.ts'

/** The pages of lists as the cache stores them: each page is a field of its own, by its cursor. Events change its rows. */

/** A field of the root query or of a record that has a paged list. */
export type ListField =
  'feed' | 'posts' | 'bookmarks' | 'postsByTag' | 'suggestions' | 'followers' | 'following' | 'likedBy'

interface StoredEdge {
  cursor: string
  node: Reference
}

/** The fields of a connection that this module uses. The first rows of a list, outside a paged list, have no `pageInfo`. */
interface StoredPage {
  edges: StoredEdge[]
  pageInfo?: { endCursor: string | null; hasNextPage: boolean }
}

/** An edge in a payload or an event. */
export interface NewEdge {
  cursor: string
  node: RecordRef
}

/** The helpers of Apollo's `cache.modify` that callbacks of this module get. */
export interface PageDetails {
  storeFieldName: string
  toReference: (node: RecordRef) => Reference | undefined
  readField: (name: string, from: Reference) => unknown
}

/** Returns the cache policy of a paged list: each page is kept apart and read without its deleted rows. */
export function listPolicy(
  deleted: DeletedRecords,
  keyArgs: (string | string[])[] = [],
): FieldPolicy<StoredPage | null> {
  const isShown = ({ node }: StoredEdge) => !deleted.hasReference(node)
  return {
    keyArgs: [...keyArgs, 'after'],
    read: (page) => (page && !page.edges.every(isShown) ? { ...page, edges: page.edges.filter(isShown) } : page),
  }
}

/** Returns the cache policy of a single record: it becomes null if it was deleted while its result was on the way. */
export function recordPolicy(deleted: DeletedRecords): FieldPolicy<Reference | null> {
  return { merge: (_, record) => record && (deleted.hasReference(record) ? null : record) }
}

/** Returns the cursor after which a stored page starts, or undefined for the first page of its list. */
function startOf(storeFieldName: string): string | undefined {
  const args: { after?: string } = JSON.parse(storeFieldName.slice(storeFieldName.indexOf(':') + 1))
  return args.after
}

/**
 * Adds a row to every cached list with one of these field names, of the root query or of the record `of`. The row goes
 * before the first row that `goesBefore` accepts; by default it becomes the first. A row that belongs between two pages
 * goes to the end of the first one. A row that belongs to a page that is not cached is not added.
 */
export function addToLists(
  cache: ApolloCache,
  fieldNames: readonly ListField[],
  edge: NewEdge,
  options: { of?: RecordRef; goesBefore?: (node: Reference, page: PageDetails) => boolean } = {},
): void {
  const goesBefore = options.goesBefore ?? (() => true)
  /**
   * Where the pages start that come after the row. If a page ends at such a cursor, the row belongs at its end. The set
   * has those of all lists, because no two lists share a cursor.
   */
  const startsOfLaterPages = new Set<string | null | undefined>()
  changePages(cache, fieldNames, options.of, (page, details) => {
    const [first] = page.edges
    if (first && goesBefore(first.node, details)) startsOfLaterPages.add(startOf(details.storeFieldName))
    return page
  })
  changePages(cache, fieldNames, options.of, (page, details) => {
    const node = details.toReference(edge.node)
    if (!node || page.edges.some((known) => known.node.__ref === node.__ref)) return page
    const next = page.edges.findIndex((known) => goesBefore(known.node, details))
    if (next < 0 && page.pageInfo?.hasNextPage && !startsOfLaterPages.has(page.pageInfo.endCursor)) return page
    if (next === 0 && startOf(details.storeFieldName) !== undefined) return page
    const index = next < 0 ? page.edges.length : next
    return { ...page, edges: page.edges.toSpliced(index, 0, { cursor: edge.cursor, node }) }
  })
}

/** Removes rows from every cached list with one of these field names, of the root query or of the record `of`. */
export function removeFromLists(
  cache: ApolloCache,
  fieldNames: readonly ListField[],
  isRemoved: (node: Reference, page: PageDetails) => boolean,
  options: { of?: RecordRef } = {},
): void {
  changePages(cache, fieldNames, options.of, (page, details) => ({
    ...page,
    edges: page.edges.filter(({ node }) => !isRemoved(node, details)),
  }))
}

/**
 * Removes the pages after these cursors from the cache, the records that only they have, and what Apollo has derived from
 * records: it would keep some kilobytes for each row that was ever shown.
 */
export function evictPages(cache: ApolloCache, fieldName: ListField, starts: readonly string[], of?: RecordRef): void {
  removePages(cache, fieldName, of, ({ storeFieldName }) => {
    const start = startOf(storeFieldName)
    return start !== undefined && starts.includes(start)
  })
  if (cache instanceof InMemoryCache) cache.gc({ resetResultCache: true })
}

/**
 * Removes the first page of a list of the root query from the cache, or all pages of a list of the record `of`, with any
 * arguments; and the records that only they have. The likers below a post, which have no `pageInfo`, stay.
 */
export function evictList(
  cache: ApolloCache,
  fieldName: ListField,
  args: Record<string, unknown>,
  of?: RecordRef,
): void {
  if (of) removePages(cache, fieldName, of, (_, page) => page.pageInfo !== undefined)
  else cache.evict({ args, fieldName })
  cache.gc()
}

/** Keeps a record in the cache although no list has it. Returns a function that lets the cache free it. */
export function retainRecord(cache: ApolloCache, node: RecordRef): () => void {
  const id = cache.identify(node)
  if (!id || !(cache instanceof InMemoryCache)) return () => {}
  cache.retain(id)
  return () => void cache.release(id)
}

/** Returns a predicate for `removeFromLists` that accepts the row with this id. */
export function hasId(id: string): (node: Reference, page: PageDetails) => boolean {
  return (node, { readField }) => readField('id', node) === id
}

function changePages(
  cache: ApolloCache,
  fieldNames: readonly ListField[],
  of: RecordRef | undefined,
  change: (page: StoredPage, details: PageDetails) => StoredPage,
): void {
  const modifier = (value: StoredPage | Reference, details: PageDetails) =>
    isReference(value) ? value : change(value, details)
  modify(cache, Object.fromEntries(fieldNames.map((name) => [name, modifier])), of)
}

function removePages(
  cache: ApolloCache,
  fieldName: ListField,
  of: RecordRef | undefined,
  isRemoved: (details: ModifierDetails, page: StoredPage) => boolean,
): void {
  const modifier = (value: StoredPage | Reference, details: ModifierDetails) =>
    !isReference(value) && isRemoved(details, value) ? details.DELETE : value
  modify(cache, { [fieldName]: modifier }, of)
}

function modify(cache: ApolloCache, fields: Parameters<ApolloCache['modify']>[0]['fields'], of?: RecordRef): void {
  const id = of && cache.identify(of)
  cache.modify({ ...(id && { id }), fields })
}
