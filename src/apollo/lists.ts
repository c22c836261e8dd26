import { InMemoryCache, isReference, type ApolloCache, type FieldPolicy, type Reference } from '@apollo/client'
import type { ModifierDetails } from '@apollo/client/cache'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** Connections as the cache stores them: their pages are merged, and events add and remove rows. */

interface StoredEdge {
  cursor: string
  node: Reference
}

/** The fields of a connection that this module uses. */
interface StoredConnection {
  edges: StoredEdge[]
  /** `hasPreviousPage` tells whether rows before the first edge are missing here. */
  pageInfo?: { endCursor: string | null; hasNextPage: boolean; hasPreviousPage?: boolean }
}

/** A record in a payload or an event. */
export type NewNode = { __typename: string; id: string }

/** An edge in a payload or an event. */
export interface NewEdge {
  cursor: string
  node: NewNode
}

/** The helpers of Apollo's `cache.modify` that callbacks of this module get. */
export interface ListDetails {
  storeFieldName: string
  toReference: (node: NewNode) => Reference | undefined
  readField: (name: string, from: Reference) => unknown
}

/**
 * Returns the cache policy of a paged list. The first page replaces the list; so does any page that overwrites it. A
 * later page is added only if it continues the list, without rows that the list already has: a row may have moved
 * between pages. Deleted rows are left out.
 */
export function pagedList(keyArgs: string[] | false = false): FieldPolicy<StoredConnection | undefined> {
  return { keyArgs, merge: mergePage }
}

function mergePage(
  loaded: StoredConnection | undefined,
  page: StoredConnection | undefined,
  { args }: { args: Record<string, unknown> | null },
): StoredConnection | undefined {
  if (!page) return loaded
  const after = args?.['after'] ?? null
  // The page arrived late: the list was replaced meanwhile, or already has this page.
  if (after !== null && loaded && loaded.pageInfo?.endCursor !== after) return loaded
  const isContinued = after !== null && loaded
  const before = isContinued ? loaded.edges : []
  const hasPreviousPage = isContinued ? loaded.pageInfo?.hasPreviousPage : after !== null
  const refs = new Set(before.map(({ node }) => node.__ref))
  const added = page.edges.filter(({ node }) => {
    if (isDeleted(node) || refs.has(node.__ref)) return false
    refs.add(node.__ref)
    return true
  })
  const pageInfo = page.pageInfo && { ...page.pageInfo, hasPreviousPage: hasPreviousPage ?? false }
  return { ...page, edges: [...before, ...added], ...(pageInfo && { pageInfo }) }
}

/**
 * Adds a row to every cached list with one of these field names, of the root query or of the record `of`. The row goes
 * before the first row that `goesBefore` accepts; by default it becomes the first. A row that would become the first or
 * last one although the list has more rows there is not added: another page contains it.
 */
export function addToLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  edge: NewEdge,
  options: { of?: NewNode; goesBefore?: (node: Reference, list: ListDetails) => boolean } = {},
): void {
  const goesBefore = options.goesBefore ?? (() => true)
  changeLists(cache, fieldNames, options.of, (list, details) => {
    const node = details.toReference(edge.node)
    if (!node || isDeleted(node) || list.edges.some((known) => known.node.__ref === node.__ref)) return list
    const next = list.edges.findIndex((known) => goesBefore(known.node, details))
    if (next < 0 && list.pageInfo?.hasNextPage) return list
    if (next === 0 && list.pageInfo?.hasPreviousPage) return list
    const place = next < 0 ? list.edges.length : next
    return { ...list, edges: list.edges.toSpliced(place, 0, { cursor: edge.cursor, node }) }
  })
}

/** Removes rows from every cached list with one of these field names, of the root query or of the record `of`. */
export function removeFromLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  isRemoved: (node: Reference, list: ListDetails) => boolean,
  options: { of?: NewNode } = {},
): void {
  changeLists(cache, fieldNames, options.of, (list, details) => ({
    ...list,
    edges: list.edges.filter(({ node }) => !isRemoved(node, details)),
  }))
}

/** Drops the first rows of the list that starts with this cursor. */
export function dropFirstRows(
  cache: ApolloCache,
  fieldName: string,
  cursor: string | undefined,
  count: number,
  of?: NewNode,
): void {
  changeLists(cache, [fieldName], of, (list) =>
    list.pageInfo && list.edges[0]?.cursor === cursor
      ? { ...list, edges: list.edges.slice(count), pageInfo: { ...list.pageInfo, hasPreviousPage: true } }
      : list,
  )
}

/**
 * Frees the records that no list has any more, and what Apollo has derived from records, once the page has rendered
 * without them.
 */
export function collectGarbage(cache: ApolloCache): void {
  setTimeout(() => cache instanceof InMemoryCache && cache.gc({ resetResultCache: true }))
}

/**
 * Removes a paged list from the cache, and the records that only this list has. Of the record `of` it removes the list
 * with each argument, but not the likers below a post, which have no `pageInfo`.
 */
export function removeList(cache: ApolloCache, fieldName: string, args: Record<string, unknown>, of?: NewNode): void {
  const id = of && cache.identify(of)
  if (id) {
    const remove = (list: StoredConnection | Reference, { DELETE }: ModifierDetails) =>
      isReference(list) || list.pageInfo ? DELETE : list
    cache.modify({ id, fields: { [fieldName]: remove } })
  } else cache.evict({ args, fieldName })
  cache.gc()
}

/** Keeps a record in the cache although no list has it. Returns a function that lets the cache free it. */
export function retainRecord(cache: ApolloCache, node: NewNode): () => void {
  const id = cache.identify(node)
  if (!id || !(cache instanceof InMemoryCache)) return () => {}
  cache.retain(id)
  return () => void cache.release(id)
}

/** Returns a predicate for `removeFromLists` that accepts the row with this id. */
export function hasId(id: string): (node: Reference, list: ListDetails) => boolean {
  return (node, { readField }) => readField('id', node) === id
}

/** Later results no longer contain the rows that were deleted before these. */
const MAX_DELETED = 1000
const deleted = new BoundedMap<string, true>(MAX_DELETED)

/** Keeps a deleted row out of all lists, even if a result from before the deletion arrives late. */
export function markDeleted(cache: ApolloCache, node: NewNode): void {
  const id = cache.identify(node)
  if (id) deleted.set(id, true)
}

/** Lets a restored row into the lists again. */
export function forgetDeletion(cache: ApolloCache, node: NewNode): void {
  const id = cache.identify(node)
  if (id) deleted.delete(id)
}

/** Clears the deleted rows. Call it when all data was replaced: a row may exist again. */
export function forgetDeleted(): void {
  deleted.clear()
}

/** Returns whether a row was marked as deleted. */
export function isDeleted({ __ref }: Reference): boolean {
  return deleted.has(__ref)
}

function changeLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  of: NewNode | undefined,
  change: (list: StoredConnection, details: ListDetails) => StoredConnection,
): void {
  const modifier = (value: StoredConnection | Reference, details: ListDetails) =>
    isReference(value) ? value : change(value, details)
  const id = of && cache.identify(of)
  cache.modify({ ...(id && { id }), fields: Object.fromEntries(fieldNames.map((name) => [name, modifier])) })
}
