import { isReference, type ApolloCache, type Reference } from '@apollo/client'

/** An edge as the cache keeps it. */
interface StoredEdge {
  cursor: string
  node: Reference
}

/** A connection as the cache keeps it; only what we change is named. */
interface StoredConnection {
  edges: StoredEdge[]
  pageInfo?: { hasNextPage: boolean }
}

/** An edge as a payload answers it. */
export interface NewEdge {
  cursor: string
  node: { __typename: string; id: string }
}

/** Whether a new row stands before this one. Where it stands before none, it shows once the list has been read to its end. */
type GoesBefore = (node: Reference, list: ListDetails) => boolean

/** Adds a row to every loaded list with one of these field names, of the root query or of one record: at the front, or where it `goesBefore` another. */
export function addToLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  edge: NewEdge,
  options: { of?: { __typename: string; id: string }; goesBefore?: GoesBefore } = {},
): void {
  const goesBefore = options.goesBefore ?? (() => true)
  change(cache, fieldNames, options.of, (list, details) => {
    const node = details.toReference(edge.node)
    if (!node || isDeleted(node) || list.edges.some((known) => known.node.__ref === node.__ref)) return list
    const next = list.edges.findIndex((known) => goesBefore(known.node, details))
    if (next < 0 && list.pageInfo?.hasNextPage) return list
    const place = next < 0 ? list.edges.length : next
    return { ...list, edges: list.edges.toSpliced(place, 0, { cursor: edge.cursor, node }) }
  })
}

/** Takes rows out of every loaded list with one of these field names, of the root query or of one record. */
export function removeFromLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  leaves: (node: Reference, list: ListDetails) => boolean,
  options: { of?: { __typename: string; id: string } } = {},
): void {
  change(cache, fieldNames, options.of, (list, details) => ({
    ...list,
    edges: list.edges.filter(({ node }) => !leaves(node, details)),
  }))
}

const deleted = new Set<string>()

/** From now on no list takes this row in, whatever comes late. */
export function markDeleted(cache: ApolloCache, node: { __typename: string; id: string }): void {
  const id = cache.identify(node)
  if (id) deleted.add(id)
}

/** All of the data has become another: what was deleted may be there again. */
export function forgetDeleted(): void {
  deleted.clear()
}

export function isDeleted({ __ref }: Reference): boolean {
  return deleted.has(__ref)
}

/** What a list's change may use. */
export interface ListDetails {
  storeFieldName: string
  toReference: (node: { __typename: string; id: string }) => Reference | undefined
  readField: (name: string, from: Reference) => unknown
}

function change(
  cache: ApolloCache,
  fieldNames: readonly string[],
  of: { __typename: string; id: string } | undefined,
  changed: (list: StoredConnection, details: ListDetails) => StoredConnection,
): void {
  const modifier = (value: StoredConnection | Reference, details: ListDetails) =>
    isReference(value) ? value : changed(value, details)
  const id = of && cache.identify(of)
  cache.modify({ ...(id && { id }), fields: Object.fromEntries(fieldNames.map((name) => [name, modifier])) })
}
