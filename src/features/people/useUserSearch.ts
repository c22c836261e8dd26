import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { SearchUsersDocument, type SearchUsersQuery } from './SearchUsers.generated.ts'

export type FoundUser = SearchUsersQuery['users']['edges'][number]['node']

/**
 * Members whose first name contains the text: undefined until the first answer, and who was found before while a new
 * one is on its way, unless that was nobody: whether the new text finds someone is not known yet.
 */
export function useUserSearch(text: string): FoundUser[] | undefined {
  const { data, previousData, error } = useQuery(SearchUsersDocument, {
    variables: { firstName: text },
    skip: text === '',
  })
  useEffect(() => {
    if (error) reportError(error)
  }, [error])

  if (text === '' || error) return undefined
  const before = previousData?.users.edges.length ? previousData : undefined
  return (data ?? before)?.users.edges.map(({ node }) => node)
}
