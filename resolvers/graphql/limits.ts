import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type NameNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { hasMoreValues } from '../../shared/json.ts'
import { checkPageSize } from './connections.ts'
import { costOf, pointsOf, type Sum } from './cost.ts'
import { createDocumentCache } from './documentCache.ts'
import { variableChecks, type OperationParams } from './execute.ts'

/**
 * The limits of a document that was not known when the app was built. One that exceeds them is refused before anything
 * is executed.
 */
export const limits = {
  depth: 10,
  aliases: 15,
  directives: 50,
  tokens: 1000,
  cost: 20_000,
  /** The fields of all rows: a row with all fields and aliases of a user takes ten times as long as one with few. */
  fields: 100_000,
  /** The characters of a name: a hundred errors of validation may quote it. */
  name: 200,
  /** The values in the variables, nested ones included: each error in variables inspects the whole of one. */
  values: 1000,
}

/** The errors of a longer document have no locations: to find one takes as long as the document is. */
export const MAX_LOCATED_CHARS = 20_000

/**
 * Parses a document, or returns it if the same text was parsed before. Throws a `GraphQLError` for a syntax error, for
 * too many tokens and for a name that is too long.
 */
export const parseWithinLimits = createDocumentCache((text) => {
  const document = parse(text, { maxTokens: limits.tokens, noLocation: text.length > MAX_LOCATED_CHARS })
  const checkName = ({ value }: NameNode) => {
    if (value.length > limits.name) throw new GraphQLError(`A name may have at most ${limits.name} characters.`)
  }
  visit(document, { Name: checkName })
  return document
})

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
 * Returns the errors of an operation that its document alone does not show: too many values in variables, invalid
 * variables, a second log-in, sign-up or reading of the schema, too high a cost (with `cost` and `limit` in the
 * extensions), too many fields. The document must be valid. The executor refuses an operation that is not in it.
 */
export function checkOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  params: OperationParams,
): readonly GraphQLError[] {
  const { errors, sum } = sumOf(schema, document, params)
  if (!sum) return errors
  const { cost, fields, singleCalls } = sum
  const repeated = singleCalls.find((name, at) => singleCalls.indexOf(name) < at)
  if (repeated) return [new GraphQLError(`An operation may call ${repeated} only once.`)]
  if (cost > limits.cost) {
    const message = `The cost of this operation is ${cost}, which exceeds the limit of ${limits.cost}. Request fewer rows.`
    return [new GraphQLError(message, { extensions: { cost, limit: limits.cost } })]
  }
  if (fields <= limits.fields) return []
  return [new GraphQLError(`This operation reads ${fields} fields, which exceeds the limit of ${limits.fields}.`)]
}

/** Returns what a valid operation is charged, in points. */
export function priceOperation(schema: GraphQLSchema, document: DocumentNode, params: OperationParams): number {
  const { sum } = sumOf(schema, document, params)
  return sum ? pointsOf(sum) : 1
}

/** Returns what an operation reads; without it the errors of its variables. */
function sumOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variables = {}, operationName }: OperationParams,
): { sum?: Sum; errors: readonly GraphQLError[] } {
  const operation = getOperationAST(document, operationName)
  if (!operation) return { errors: [] }
  if (hasMoreValues(variables, limits.values))
    return { errors: [new GraphQLError(`The variables have more than ${limits.values} values.`)] }
  const definitions = operation.variableDefinitions ?? []
  const { errors, coerced } = getVariableValues(schema, definitions, variables, variableChecks)
  return errors ? { errors } : { sum: costOf(schema, document, operation, coerced), errors: [] }
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
