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
interface NewEdge {
  cursor: string
  node: { __typename: string; id: string }
}

/** Where a new row belongs: at the front, or last, which shows only once a list has been read to its end. */
type Place = (storeFieldName: string) => 'front' | 'end'

/** Adds a row to every loaded list with one of these field names, of the root query or of one record. */
export function addToLists(
  cache: ApolloCache,
  fieldNames: readonly string[],
  edge: NewEdge,
  options: { of?: { __typename: string; id: string }; place?: Place } = {},
): void {
  const place = options.place ?? (() => 'front')
  change(cache, fieldNames, options.of, (list, { storeFieldName, toReference }) => {
    const node = toReference(edge.node)
    if (!node || list.edges.some((known) => known.node.__ref === node.__ref)) return list
    const added: StoredEdge = { cursor: edge.cursor, node }
    if (place(storeFieldName) === 'front') return { ...list, edges: [added, ...list.edges] }
    return list.pageInfo?.hasNextPage ? list : { ...list, edges: [...list.edges, added] }
  })
}

/** Takes rows out of every loaded list with this field name of the root query. */
export function removeFromLists(
  cache: ApolloCache,
  fieldName: string,
  leaves: (node: Reference, readField: (name: string, from: Reference) => unknown) => boolean,
): void {
  change(cache, [fieldName], undefined, (list, { readField }) => ({
    ...list,
    edges: list.edges.filter(({ node }) => !leaves(node, (name, from) => readField(name, from))),
  }))
}

/** What a list's change may use. */
interface ListDetails {
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
