import { ApolloLink } from '@apollo/client'
import { map } from 'rxjs'
import type { ErrorCode } from '../generated/types.ts'

type GraphQLErrors = NonNullable<ApolloLink.Result['errors']>

/** The codes of an error because a record does not exist. */
const missing: ReadonlySet<unknown> = new Set<ErrorCode>(['USER_NOT_FOUND', 'POST_NOT_FOUND'])

/**
 * Leaves out the rows of lists whose record, or whose author, was deleted, with the errors of these rows. Without it,
 * one such row would fail the whole page, because Apollo throws on any error. Other operations than the app's own
 * (`isForeign` in their context) get the result as it is.
 */
export const deletedRowsLink = new ApolloLink((operation, forward) =>
  operation.getContext().isForeign ? forward(operation) : forward(operation).pipe(map(withoutDeletedRows)),
)

function withoutDeletedRows({ errors, ...result }: ApolloLink.Result): ApolloLink.Result {
  if (!errors) return result
  const lists = new Set<unknown[]>()
  const others = errors.filter((error) => !removeRow(result.data, error, lists))
  for (const list of lists) list.splice(0, Infinity, ...list.filter((edge) => edge !== null))
  return others.length > 0 ? { ...result, errors: others } : result
}

/**
 * If the error belongs to a deleted row, replaces its edge with null and adds its list to `lists`. Returns whether the
 * row is removed. `backendLink` has copied `data`, so it can be changed.
 */
function removeRow(data: unknown, { extensions, path = [] }: GraphQLErrors[number], lists: Set<unknown[]>): boolean {
  const place = path.lastIndexOf('edges')
  if (place < 0 || !missing.has(extensions?.['code'])) return false
  const list = path.slice(0, place + 1).reduce(valueOf, data)
  if (Array.isArray(list)) {
    list[Number(path[place + 1])] = null
    lists.add(list)
  }
  // Without a list, an error of an outer row has removed it already.
  return true
}

function valueOf(parent: unknown, key: string | number): unknown {
  return typeof parent === 'object' && parent !== null
    ? new Map<string, unknown>(Object.entries(parent)).get(String(key))
    : undefined
}
