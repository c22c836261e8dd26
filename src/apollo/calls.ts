import type {
  ApolloCache,
  ApolloClient,
  MaybeMasked,
  OperationVariables,
  TypedDocumentNode,
  Unmasked,
} from '@apollo/client'

/** The data of a fragment, as a query with `...Fragment @unmask` returns it. */
export type UnmaskedFragment<Fragment> = Omit<Fragment, ' $fragmentName'>

interface CallOptions<Data> {
  /** Aborts when the change is no longer wanted: it is then not sent again if its response is lost. */
  signal?: AbortSignal
  /** When the change was sent first, perhaps by a page that has closed, in ms since the epoch. Default: its first failure. */
  firstSentAt?: number
  /** What the cache shows until the response. */
  optimisticResponse?: Unmasked<Data> | undefined
}

/**
 * Sends a mutation whose state has to outlive the component that starts it: a post, a toggle, an edit, a deletion and
 * its undo, a log-in. A component calls `useMutation` for every other mutation. `update` changes lists of the cache.
 * Resolves to the data, with the fields of all fragments. Rejects if the backend answers with an error (after a status 500
 * the change may have been made), if the mutation could not be sent, if `signal` aborts, or if the session ends. A lost
 * response is not an error: `retryLink` resends the mutation.
 */
export async function sendMutation<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  update?: (cache: ApolloCache, data: Unmasked<Data>) => void,
  { optimisticResponse, ...context }: CallOptions<Data> = {},
): Promise<Unmasked<Data>> {
  let unmasked: Unmasked<Data> | null | undefined
  await client.mutate<Data>({
    mutation,
    variables,
    context,
    ...(optimisticResponse && { optimisticResponse }),
    // The type of `data` here includes the fields of fragments, that of the result of `mutate` does not.
    update: (cache, { data }) => {
      unmasked = data
      if (data) update?.(cache, data)
    },
  })
  return present(unmasked)
}

/**
 * Runs a query outside of rendering, such as the record of a change that failed. A component calls `useSuspenseQuery`
 * or `useQuery` for what it shows, a page `preloadQuery` for what it will show. Always asks the backend, unless another
 * policy is given. Rejects if the query fails.
 */
export async function fetchQuery<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  fetchPolicy: 'cache-first' | 'network-only' | 'no-cache' = 'network-only',
): Promise<MaybeMasked<Data>> {
  const { data } = await client.query<Data>({ query, variables, fetchPolicy })
  return present(data)
}

function present<Data>(data: Data | null | undefined): Data {
  if (!data) throw new Error('The response has no data.')
  return data
}
