import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { checkPageSize } from './connections.ts'
import { costOf } from './cost.ts'
import { createDocumentCache } from './documentCache.ts'
import { variableChecks, type OperationParams } from './execute.ts'

/**
 * The limits of a document that was not known when the app was built. One that exceeds them is refused before anything
 * is executed.
 */
export const limits = { depth: 10, aliases: 15, directives: 50, tokens: 1000, cost: 20_000 }

/**
 * Parses a document, or returns it if the same text was parsed before. Throws a `GraphQLError` for a syntax error and
 * for too many tokens.
 */
export const parseWithinLimits = createDocumentCache((text) => parse(text, { maxTokens: limits.tokens }))

/** Makes each rule report an error of validation instead of throwing. */
const armorOptions = {
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message.replace(/^Syntax Error: /, ''))),
  ],
  propagateOnRejection: false,
}

/** The limits as validation rules, in addition to those of the GraphQL specification. `checkOperation` checks the cost. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: limits.depth, flattenFragments: true, ...armorOptions }),
  // By default the rule does not count aliases of __typename.
  maxAliasesRule({ n: limits.aliases, allowList: [], ...armorOptions }),
  maxDirectivesRule({ n: limits.directives, ...armorOptions }),
  pageSizeRule,
]

/**
 * Returns the errors of the variables of an operation, or an error if it logs in or signs up twice, or if its cost
 * exceeds the limit, with both in its extensions. The document must be valid. The executor refuses an operation that
 * is not in it.
 */
export function checkOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variables = {}, operationName }: OperationParams,
): readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName)
  if (!operation) return []
  const definitions = operation.variableDefinitions ?? []
  const { errors, coerced } = getVariableValues(schema, definitions, variables, variableChecks)
  if (errors) return errors
  const { cost, passwordCalls } = costOf(schema, document, operation, coerced)
  const repeated = passwordCalls.find((name, at) => passwordCalls.indexOf(name) < at)
  if (repeated) return [new GraphQLError(`An operation may call ${repeated} only once.`)]
  if (cost <= limits.cost) return []
  const message = `The cost of this operation is ${cost}, which exceeds the limit of ${limits.cost}. Request fewer rows.`
  return [new GraphQLError(message, { extensions: { cost, limit: limits.cost } })]
}

/** Checks a literal `first`. The resolver checks a variable, with the same message. */
function pageSizeRule(context: ValidationContext) {
  return {
    Argument: ({ name, value }) => {
      if (name.value !== 'first' || value.kind !== Kind.INT) return
      try {
        checkPageSize(Number(value.value))
      } catch (error) {
        context.reportError(new GraphQLError(error instanceof Error ? error.message : '', { nodes: value }))
      }
    },
  } satisfies ReturnType<ValidationRule>
}
