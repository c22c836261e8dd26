import { validate, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import { formatError } from './formatErrors.ts'

/** Returns what is wrong with a document, empty if it is valid. A module of its own because the rules are large. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return validate(schema, document).map(formatError)
}
