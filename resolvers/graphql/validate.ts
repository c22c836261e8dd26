import { specifiedRules, validate, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { OperationParams } from './execute.ts'
import { formatError } from './formatErrors.ts'
import { checkCost, limitRules } from './limits.ts'

const rules = [...specifiedRules, ...limitRules]

/** Returns the errors of an operation, empty if it may be executed. A module of its own because the rules are large. */
export function validateOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  params: OperationParams,
): GraphQLError[] {
  const errors = validate(schema, document, rules)
  return (errors.length > 0 ? errors : checkCost(schema, document, params)).map(formatError)
}
