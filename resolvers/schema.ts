import { assertInterfaceType, assertObjectType, type GraphQLSchema } from 'graphql'
import type { Resolvers } from './generated/types.ts'
import { constructSchema } from './generated/schema.ts'
import { Mutation } from './Mutation.ts'
import { Node } from './Node.ts'
import { Post } from './Post.ts'
import { PostEdge } from './PostEdge.ts'
import { Query } from './Query.ts'
import { Subscription } from './Subscription.ts'
import { User } from './User.ts'
import { UserEdge } from './UserEdge.ts'

/** Types that need no resolvers, because their values have every field: payloads, connections and events. */
type PlainType = Extract<
  keyof Resolvers,
  `${string}Payload` | `${string}Connection` | `${string}Change` | 'PostDeletion' | 'Media' | 'PageInfo' | 'DateTime'
>

/** The resolvers of all other types. A type of the schema that is missing here does not compile. */
const resolvers = {
  Query,
  Mutation,
  Subscription,
  Node,
  User,
  UserEdge,
  Post,
  PostEdge,
} satisfies Omit<Resolvers, PlainType>

/** Creates the executable schema. Execute operations with `graphql/execute.ts`, which formats their errors. */
export function createSchema(): GraphQLSchema {
  const schema = constructSchema()
  const { Node: interfaceResolvers, ...objectTypes } = resolvers
  assertInterfaceType(schema.getType('Node')).resolveType = interfaceResolvers.__resolveType
  for (const [typeName, fieldResolvers] of Object.entries(objectTypes)) {
    const resolverOf = new Map(Object.entries(fieldResolvers))
    for (const field of Object.values(assertObjectType(schema.getType(typeName)).getFields())) {
      const resolver = resolverOf.get(field.name)
      Object.assign(field, typeof resolver === 'function' ? { resolve: resolver } : resolver)
    }
  }
  return schema
}
