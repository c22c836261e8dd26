import { ApolloClient, ApolloLink, InMemoryCache, type DocumentNode } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { getOperationAST, OperationTypeNode } from 'graphql'
import { lastValueFrom, of } from 'rxjs'
import { fieldsOf } from '../shared/json.ts'

const modules = import.meta.glob<Record<string, unknown>>('../src/**/*.generated.ts', { eager: true })

/** The documents of the app's operations, without fragments alone. */
export const appDocuments: readonly DocumentNode[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isDocument)
  .filter((document) => getOperationAST(document))

/** Returns the text of these documents as Apollo Client sends it, with `__typename` and without its own directives. */
export async function sentDocuments(): Promise<string[]> {
  const sent: string[] = []
  const link = new ApolloLink(({ query }) => {
    sent.push(print(query))
    return of({ data: {} })
  })
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  for (const document of appDocuments) await send(client, document)
  return sent
}

/** Sends an operation without variables. Nothing of its result is stored. */
export async function send(client: ApolloClient, document: DocumentNode): Promise<unknown> {
  const fetchPolicy = 'no-cache'
  switch (getOperationAST(document)?.operation) {
    case OperationTypeNode.MUTATION:
      return client.mutate({ mutation: document, fetchPolicy })
    case OperationTypeNode.SUBSCRIPTION:
      return lastValueFrom(client.subscribe({ query: document, fetchPolicy }))
    default:
      return client.query({ query: document, fetchPolicy })
  }
}

function isDocument(value: unknown): value is DocumentNode {
  return fieldsOf(value)['kind'] === 'Document'
}
