import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import {
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type Source,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { checkPageSize } from './connections.ts'

/** The limits of a document over HTTP. A larger one is refused before anything is executed. */
export const limits = { depth: 10, aliases: 15, directives: 50, tokens: 1000 }

/** Parses a document. Throws a `GraphQLError` for a syntax error and for too many tokens. */
export function parseWithinLimits(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: limits.tokens })
}

const reported = {
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message.replace(/^Syntax Error: /, ''))),
  ],
  propagateOnRejection: false,
}

/** The limits as validation rules, in addition to those of the GraphQL specification. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: limits.depth, flattenFragments: true, ...reported }),
  maxAliasesRule({ n: limits.aliases, ...reported }),
  maxDirectivesRule({ n: limits.directives, ...reported }),
  pageSizeRule,
]

/** Checks a literal `first`. The resolver checks one that comes in a variable, with the same message. */
function pageSizeRule(context: ValidationContext) {
  return {
    Argument: ({ name, value }) => {
      if (name.value !== 'first' || value.kind !== Kind.INT) return
      try {
        checkPageSize(Number(value.value))
      } catch (refused) {
        context.reportError(new GraphQLError(refused instanceof Error ? refused.message : '', { nodes: value }))
      }
    },
  } satisfies ReturnType<ValidationRule>
}
