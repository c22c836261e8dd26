import { specifiedRules, validate, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { OperationParams } from './execute.ts'
import { formatError } from './formatErrors.ts'
import { checkOperation, limitRules } from './limits.ts'

const rules = [...specifiedRules, ...limitRules]

/** The schema that a document was found valid against, so that a cached document is validated once. */
const validatedWith = new WeakMap<DocumentNode, GraphQLSchema>()

/**
 * Returns the errors of an operation, empty if it may be executed. Checks the variables and the cost each
 * time. A module of its own because the rules are large.
 */
export function validateOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  params: OperationParams,
): GraphQLError[] {
  const errors = documentErrors(schema, document)
  return (errors.length > 0 ? errors : checkOperation(schema, document, params)).map(formatError)
}

function documentErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  if (validatedWith.get(document) === schema) return []
  const errors = validate(schema, document, rules)
  if (errors.length === 0) validatedWith.set(document, schema)
  return errors
}
