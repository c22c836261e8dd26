import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { SearchUsersDocument, type SearchUsersQuery } from './SearchUsers.generated.ts'

export type FoundUser = NonNullable<SearchUsersQuery['users']>['edges'][number]['node']

interface UserSearch {
  /** Undefined while nothing is known. */
  found: FoundUser[] | undefined
  /** The users were found by the text before; the answer for this text is on its way. */
  isStale: boolean
  /** Resolves to the first user that the text finds, once the answer has come. */
  findFirst: () => Promise<FoundUser | undefined>
}

/**
 * Finds users whose first name contains the text. While the answer is on its way, it returns the users found before; if
 * those were none it returns undefined, so that nobody is reported missing too early.
 */
export function useUserSearch(text: string): UserSearch {
  const client = useApolloClient()
  const { data, previousData, error } = useQuery(SearchUsersDocument, {
    variables: { firstName: text },
    skip: text === '',
  })
  useEffect(() => {
    if (error) reportError(error)
  }, [error])

  const findFirst = async () => {
    const answer = await client.query({ query: SearchUsersDocument, variables: { firstName: text } })
    return answer.data?.users?.edges[0]?.node
  }
  if (text === '' || error) return { found: undefined, isStale: false, findFirst }
  const before = previousData?.users?.edges.length ? previousData : undefined
  return { found: (data ?? before)?.users?.edges.map(({ node }) => node), isStale: !data, findFirst }
}
