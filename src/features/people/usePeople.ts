import { useTransition } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { usePagedQuery } from '../../apollo/usePagedQuery.ts'
import { PeopleDocument } from './People.generated.ts'

/** The people one might know, and a way to more of them. */
export function usePeople() {
  const { data, loadMore } = usePagedQuery({
    name: 'suggestions',
    query: PeopleDocument,
    variables: {},
    connectionOf: ({ suggestions }) => suggestions,
  })
  const [busy, startTransition] = useTransition()
  const { edges, pageInfo } = data.suggestions

  const showMore = () =>
    startTransition(async () => {
      if (pageInfo.endCursor) await loadMore(pageInfo.endCursor).catch(reportError)
    })

  return { users: edges.map(({ node }) => node), more: pageInfo.hasNextPage, busy, showMore }
}
