/** The parameters of the hash of a link that opens a document in GraphiQL. */
const queryParameter = 'query'
const variablesParameter = 'variables'

export interface LinkedDocument {
  query: string
  /** As JSON. Empty for none. */
  variables: string
}

/** Returns the path and hash that open a document in GraphiQL. Pass no passwords. */
export function graphiqlLink({ query, variables }: LinkedDocument): { pathname: string; hash: string } {
  const parameters = { [queryParameter]: query, ...(variables && { [variablesParameter]: variables }) }
  // Uses the hash, which browsers do not send, so that the document does not appear in server logs.
  return { pathname: '/graphiql', hash: `#${new URLSearchParams(parameters)}` }
}

/** Returns the document in the hash of such a link. */
export function linkedDocumentIn(hash: string): LinkedDocument | undefined {
  const parameters = new URLSearchParams(hash.slice(1))
  const query = parameters.get(queryParameter)
  return query === null ? undefined : { query, variables: parameters.get(variablesParameter) ?? '' }
}
