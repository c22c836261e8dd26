import { useQuery } from '@apollo/client/react'
import { SearchUsersDocument, type SearchUsersQuery } from './SearchUsers.generated.ts'

export type FoundUser = SearchUsersQuery['users']['edges'][number]['node']

/** Members whose first name contains the text: undefined until the first answer, and what was found before while a new one is on its way. */
export function useUserSearch(text: string): FoundUser[] | undefined {
  const { data, previousData } = useQuery(SearchUsersDocument, { variables: { firstName: text }, skip: text === '' })
  if (text === '') return undefined
  return (data ?? previousData)?.users.edges.map(({ node }) => node)
}
