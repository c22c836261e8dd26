import {
  isReference,
  type ApolloCache,
  type FieldFunctionOptions,
  type FieldPolicy,
  type Reference,
  type StoreObject,
  type TypePolicies,
} from '@apollo/client'
import type { ModifierDetails } from '@apollo/client/cache'
import { listKinds, type ListKind, type ListName } from './listKinds.ts'

/** The pages of lists as the cache stores them: each is a field of its own, by its cursor. */

interface StoredEdge {
  cursor: string
  node: Reference
}

interface StoredPage {
  edges: StoredEdge[]
}

/** A record in a payload or an event. */
export type RecordRef = { __typename: string; id: string }

/** An edge in a payload or an event. */
export interface NewEdge {
  cursor: string
  node: RecordRef
}

/** Which list it is. */
export interface ListAddress {
  name: ListName
  /** The variables of its query. */
  variables: Record<string, unknown>
  /** The id of the record that has the list, if it is not a field of the root query. */
  ofId?: string | undefined
}

/** Where a page starts: the cursor of the row before it, or undefined for the first page. */
export type PageStart = string | undefined

/**
 * Returns whether pages show a record. They leave out deleted records and the posts of deleted users, which are no longer
 * in the cache.
 */
function isVisible(record: Reference, { canRead, readField }: FieldFunctionOptions): boolean {
  if (!canRead(record)) return false
  const author = readField<Reference>('author', record)
  return author === undefined || canRead(author)
}

/** The policy of a field with one record, which may be deleted. */
const recordPolicy: FieldPolicy<Reference | null> = {
  read: (record, options) => (record && !isVisible(record, options) ? null : record),
}

/**
 * Returns what a thread shows for a record that has answers: the record, or what is left of it once it is no longer in the
 * cache.
 */
function threadItemOf(record: Reference, options: FieldFunctionOptions): Reference | StoreObject {
  if (isVisible(record, options)) return record
  const id = record.__ref.slice(record.__ref.indexOf(':') + 1)
  return { __typename: 'PostTombstone', id, reason: 'DELETED' }
}

/** The fields of a reply with the posts above it. All of these have answers. */
const threadPolicies: Record<string, FieldPolicy> = {
  parent: { read: (record: Reference | null | undefined, options) => record && threadItemOf(record, options) },
  ancestors: {
    merge: false,
    read: (records: readonly Reference[] | undefined, options) =>
      records?.map((record) => threadItemOf(record, options)),
  },
}

/** The mentions in the text of a post: without deleted users, which are no longer in the cache. */
const mentionsPolicy: FieldPolicy<readonly StoreObject[]> = {
  read(mentions, { canRead, readField }) {
    const isShown = (mention: StoreObject) => canRead(readField<Reference>('user', mention))
    return mentions?.every(isShown) ? mentions : mentions?.filter(isShown)
  },
  merge: false,
}

/** The name of the field that has a page of a list. */
function fieldNameOf({ field, args = [] }: ListKind, variables: Record<string, unknown>, start: PageStart): string {
  return `${field}:${JSON.stringify([...args.map((arg) => variables[arg]), start])}`
}

function listPolicy(kind: ListKind): FieldPolicy<StoredPage | null> {
  return {
    // `@connection` marks the first rows of a list that is no paged one. They are kept apart.
    keyArgs: (args, { field }) => (field?.directives?.length ? false : fieldNameOf(kind, args ?? {}, args?.['after'])),
    read(page, options) {
      const isShown = ({ node }: StoredEdge) => isVisible(node, options)
      return page && !page.edges.every(isShown) ? { ...page, edges: page.edges.filter(isShown) } : page
    },
    merge: false,
  }
}

/** The cache policies of all lists, and of other fields with records that may be deleted. */
export function cachePolicies(): TypePolicies {
  const policies: TypePolicies = {
    Query: { fields: { post: recordPolicy, user: recordPolicy } },
    Post: { fields: { ...threadPolicies, mentions: mentionsPolicy } },
    PostTombstone: { fields: { replies: listPolicy(listKinds.replies) } },
  }
  for (const kind of Object.values(listKinds)) {
    const { parent, field } = kind
    policies[parent] = { fields: { ...policies[parent]?.fields, [field]: listPolicy(kind) } }
  }
  return policies
}

/** Adds a row before the others of a list, unless its first page has it. */
export function addFirst(cache: ApolloCache, list: ListAddress, { cursor, node }: NewEdge): void {
  changePages(cache, list, [undefined], (page, { toReference }) => {
    const added = toReference(node)
    if (!added || page.edges.some((edge) => edge.node.__ref === added.__ref)) return page
    return { ...page, edges: [{ cursor, node: added }, ...page.edges] }
  })
}

/** Adds a row after those of the page that starts here, unless it has the row. */
export function addLast(cache: ApolloCache, list: ListAddress, start: PageStart, { cursor, node }: NewEdge): void {
  changePages(cache, list, [start], (page, { toReference }) => {
    const added = toReference(node)
    if (!added || page.edges.some((edge) => edge.node.__ref === added.__ref)) return page
    return { ...page, edges: [...page.edges, { cursor, node: added }] }
  })
}

/** Removes the rows that the viewer has taken out of a list from these pages. */
export function removeTakenOut(cache: ApolloCache, list: ListAddress, starts: readonly PageStart[]): void {
  const { isTakenOut } = listKinds[list.name]
  if (!isTakenOut) return
  changePages(cache, list, starts, (page, { readField }) => ({
    ...page,
    edges: page.edges.filter(({ node }) => !isTakenOut(node, readField)),
  }))
}

/** Removes pages of a list from the cache, and the records that only they have. */
export function evictPages(cache: ApolloCache, list: ListAddress, starts: readonly PageStart[]): void {
  changePages(cache, list, starts, (_page, { DELETE }) => DELETE)
  cache.gc()
}

function changePages(
  cache: ApolloCache,
  list: ListAddress,
  starts: readonly PageStart[],
  change: (page: StoredPage, details: ModifierDetails) => StoredPage | ModifierDetails['DELETE'],
): void {
  const kind = listKinds[list.name]
  const modifier = (page: StoredPage | Reference, details: ModifierDetails) =>
    isReference(page) ? page : change(page, details)
  const fields = Object.fromEntries(starts.map((start) => [fieldNameOf(kind, list.variables, start), modifier]))
  cache.modify({ ...(list.ofId !== undefined && { id: `${kind.parent}:${list.ofId}` }), fields })
}
