import type { FetcherParams } from '@graphiql/toolkit'
import { getOperationAST, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql'

/**
 * Returns the operation with this name. A single operation needs no name: right after a paste, GraphiQL still sends the
 * name of the previous one.
 */
export function chooseOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | null {
  return getOperationAST(document, name) ?? getOperationAST(document) ?? null
}

/** Returns the operation that GraphiQL sends, or nothing if the document cannot be parsed. */
export function operationIn({ query, operationName }: FetcherParams): OperationDefinitionNode | null {
  try {
    return chooseOperation(parse(query), operationName)
  } catch {
    return null
  }
}
