import {
  buildASTSchema,
  defaultFieldResolver,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import type { Context } from './context.ts'
import { toGraphQLError } from './graphql/toGraphQLError.ts'
import type { Resolvers } from './generated/types.ts'
import { typeDefs } from './generated/schema.ts'
import { Mutation } from './Mutation.ts'
import { Post } from './Post.ts'
import { Query } from './Query.ts'
import { Subscription } from './Subscription.ts'
import { User } from './User.ts'

/** Types whose values are complete as they come: payloads, connections, edges, events. A type not named here needs a file of its own. */
type PlainType =
  | 'Subscription'
  | Extract<
      keyof Resolvers,
      | `${string}Payload`
      | `${string}Connection`
      | `${string}Edge`
      | `${string}Change`
      | 'PostDeletion'
      | 'PageInfo'
      | 'Date'
      | 'DateTime'
    >

const resolvers: Omit<Resolvers, PlainType> = { Query, Mutation, User, Post }

/** The executable schema: the whole backend. `report` hears of everything that is not a refusal. */
export function createSchema(report: (fault: unknown) => void): GraphQLSchema {
  const reportFault = oncePerOperation(report)
  const schema = buildASTSchema(typeDefs, { assumeValidSDL: true })
  for (const [typeName, fields] of Object.entries(resolvers)) {
    for (const [fieldName, field] of fieldsOf(schema, typeName)) {
      const resolve = Reflect.get(fields, fieldName) ?? defaultFieldResolver
      field.resolve = guarded(resolve, reportFault)
    }
  }
  for (const [fieldName, field] of fieldsOf(schema, 'Subscription')) {
    field.subscribe = guarded(Reflect.get(Subscription, fieldName).subscribe, reportFault)
  }
  return schema
}

function fieldsOf(schema: GraphQLSchema, typeName: string): [string, GraphQLField<unknown, Context>][] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${typeName}.`)
  return Object.entries(type.getFields())
}

/** Refusals become GraphQL errors with code and status; anything else is reported and masked. */
function guarded(
  resolve: GraphQLFieldResolver<unknown, Context>,
  report: (fault: unknown, context: Context) => void,
): GraphQLFieldResolver<unknown, Context> {
  return async (source, args, context, info) => {
    try {
      return await resolve(source, args, context, info)
    } catch (thrown) {
      throw toGraphQLError(thrown, (fault) => report(fault, context))
    }
  }
}

/** A batch that fails, fails every field that waits for it: one fault, heard once. */
function oncePerOperation(report: (fault: unknown) => void): (fault: unknown, context: Context) => void {
  const heard = new WeakMap<Context, Set<unknown>>()
  return (fault, context) => {
    const before = heard.get(context) ?? new Set()
    if (before.has(fault)) return
    heard.set(context, before.add(fault))
    report(fault)
  }
}
