import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import {
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
import type { OperationParams } from './execute.ts'

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

/** The limits as validation rules, in addition to those of the GraphQL specification. `checkCost` checks the cost. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: limits.depth, flattenFragments: true, ...armorOptions }),
  maxAliasesRule({ n: limits.aliases, ...armorOptions }),
  maxDirectivesRule({ n: limits.directives, ...armorOptions }),
  pageSizeRule,
]

/** Returns an error if the cost of an operation of a valid document exceeds the limit, with both in its extensions. */
export function checkCost(schema: GraphQLSchema, document: DocumentNode, params: OperationParams): GraphQLError[] {
  const cost = costOf(schema, document, params)
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
