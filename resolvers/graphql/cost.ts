import {
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  valueFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { MAX_MENTIONS } from '../../shared/mentions.ts'
import { MAX_PAGE_SIZE } from '../../shared/paging.ts'
import { MAX_REPLAYED_EVENTS } from '../events/events.ts'
import type { MutationResolvers, NotificationResolvers, PostResolvers, QueryResolvers } from '../generated/types.ts'
import { MAX_ANCESTORS } from '../reads/recordLoaders.ts'
import { MAX_SUGGESTIONS } from '../services/mentions.ts'
import { MAX_ACTORS } from '../services/notifications.ts'
import { DEFAULT_PAGE_SIZE } from './connections.ts'

/** What a list costs at least, in rows: a short page takes about as long to load as one of this size. */
export const MIN_LIST_COST = 10

/** How many events of a subscription are counted, as many as it replays: each executes the operation again. */
export const COUNTED_EVENTS = MAX_REPLAYED_EVENTS

/** What a log-in or a sign-up costs, in rows: hashing a password takes a quarter of a second. */
export const PASSWORD_COST = 5000
const passwordFields: ReadonlySet<string> = new Set(['logIn', 'signUp'] satisfies (keyof MutationResolvers)[])

const mentionsField = 'mentions' satisfies keyof PostResolvers

/** The most rows of lists without a page size. */
const fixedSizes = new Map<string, number>([
  ['ancestors' satisfies keyof PostResolvers, MAX_ANCESTORS],
  ['actors' satisfies keyof NotificationResolvers, MAX_ACTORS],
  ['mentionSuggestions' satisfies keyof QueryResolvers, MAX_SUGGESTIONS],
  [mentionsField, MAX_MENTIONS],
])
/** What a search costs beside its rows: it may pass thousands of posts or names before it finds a page. */
export const SEARCH_COST = 100
const searchFields: ReadonlySet<string> = new Set([
  'searchPosts',
  'searchUsers',
  'mentionSuggestions',
] satisfies (keyof QueryResolvers)[])

/** How many fields cost as much as a row. */
const FIELDS_PER_POINT = 20

/** How many characters of a document or of a response cost as much as a row. */
export const CHARACTERS_PER_POINT = 500

/**
 * Returns what an operation is charged, in points: one for each row, and for each 20 fields. Passwords are not charged:
 * log-ins and sign-ups have limits of their own.
 */
export function pointsOf({ cost, fields, singleCalls }: Sum): number {
  const passwordCost = PASSWORD_COST * singleCalls.filter((name) => passwordFields.has(name)).length
  return Math.max(1, Math.ceil(cost - passwordCost + fields / FIELDS_PER_POINT))
}

/**
 * Returns the cost of an operation: the number of rows that its lists return at most, where each list counts at least
 * `MIN_LIST_COST`, `SEARCH_COST` for each search, and `PASSWORD_COST` for each log-in and sign-up. A list inside a list is
 * loaded once for each row around it, so the page sizes along a path multiply. `fields` is the number of fields of all
 * these rows and of what is around them. `singleCalls` has the names of the fields that an operation may have once: log-in, sign-up, `__schema` and
 * fields inside of it. The document must be valid and within the limit of depth, and the variables coerced.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Scope['variables'],
): Sum {
  const rootType = schema.getRootType(operation.operation)
  if (!rootType) return { cost: 0, fields: 0, singleCalls: [] }
  const scope = scopeOf(schema, document, variables)
  const rootSelections = [operation.selectionSet]
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const rootFields = isMutation ? [...mergedFields(scope, rootSelections, rootType)] : []
  const passwordCalls = rootFields.map(({ field }) => field.name).filter((name) => passwordFields.has(name))
  const executions = operation.operation === OperationTypeNode.SUBSCRIPTION ? COUNTED_EVENTS : 1
  const sum = { cost: passwordCalls.length * PASSWORD_COST, fields: 0, singleCalls: passwordCalls }
  addCost(sum, scope, rootSelections, rootType, executions)
  return sum
}

function scopeOf(schema: GraphQLSchema, document: DocumentNode, variables: Scope['variables']): Scope {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  return { schema, fragments, variables }
}

interface Scope {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: { [name: string]: unknown }
}

export interface Sum {
  cost: number
  fields: number
  singleCalls: string[]
}

/**
 * Adds the cost of selections. `parents` is the number of objects of this type whose fields are selected. Of a connection,
 * `pageSize` is the number of rows in `edges`.
 */
function addCost(
  sum: Sum,
  scope: Scope,
  selectionSets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
  parents: number,
  pageSize = 1,
): void {
  const names = new Set<string>()
  for (const { field, nodes } of mergedFields(scope, selectionSets, type)) {
    sum.fields += parents
    if (field === SchemaMetaFieldDef) sum.singleCalls.push(field.name)
    // An alias reads the same part of the schema again.
    if (isIntrospectionType(type) && names.has(field.name)) sum.singleCalls.push(field.name, field.name)
    names.add(field.name)
    const ownSize = pageSizeOf(field, nodes, scope.variables)
    // Few posts mention anybody, and their users are read with the other users of the operation.
    const isCharged = ownSize !== undefined && field.name !== mentionsField
    if (isCharged) sum.cost += parents * Math.max(ownSize, MIN_LIST_COST)
    if (type === scope.schema.getQueryType() && searchFields.has(field.name)) sum.cost += parents * SEARCH_COST
    const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const innerType = getNamedType(field.type)
    if (isListType(getNullableType(field.type))) addCost(sum, scope, inner, innerType, parents * (ownSize ?? pageSize))
    else addCost(sum, scope, inner, innerType, parents, ownSize)
  }
}

type Field = GraphQLField<unknown, unknown>

/** Merges selections with equal response names, as the executor does: their field is resolved once. */
function mergedFields(
  scope: Scope,
  selectionSets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
): Iterable<{ field: Field; nodes: FieldNode[] }> {
  const merged = new Map<string, { field: Field; nodes: FieldNode[] }>()
  const visited = new Set<string>()
  for (const selectionSet of selectionSets) {
    for (const [parentType, node] of selectedFields(scope, selectionSet, type, visited)) {
      const field = fieldOf(scope.schema, parentType, node)
      if (!field) continue
      const key = `${parentType.name}.${(node.alias ?? node.name).value}`
      const { nodes } = merged.get(key) ?? { nodes: [] }
      merged.set(key, { field, nodes: [...nodes, node] })
    }
  }
  return merged.values()
}

/** Yields the selected fields with their types. Follows each fragment once and leaves out what directives skip. */
function* selectedFields(
  scope: Scope,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  visited: Set<string>,
): Iterable<[GraphQLNamedType, FieldNode]> {
  for (const node of selections) {
    if (getDirectiveValues(GraphQLSkipDirective, node, scope.variables)?.['if'] === true) continue
    if (getDirectiveValues(GraphQLIncludeDirective, node, scope.variables)?.['if'] === false) continue
    if (node.kind === Kind.FIELD) {
      yield [type, node]
      continue
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node
    if (!fragment || (fragment.kind === Kind.FRAGMENT_DEFINITION && visited.has(fragment.name.value))) continue
    if (fragment.kind === Kind.FRAGMENT_DEFINITION) visited.add(fragment.name.value)
    const condition = fragment.typeCondition && scope.schema.getType(fragment.typeCondition.name.value)
    yield* selectedFields(scope, fragment.selectionSet, condition ?? type, visited)
  }
}

function fieldOf(schema: GraphQLSchema, type: GraphQLNamedType, { name }: FieldNode): Field | undefined {
  if (name.value === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name.value === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name.value === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined
}

/** Returns how many rows a list field returns at most, or undefined for any other field. */
function pageSizeOf(field: Field, [node]: readonly FieldNode[], variables: Scope['variables']): number | undefined {
  const valueOf = ({ name, type }: GraphQLArgument) => {
    const argument = node?.arguments?.find((passed) => passed.name.value === name)
    return argument && valueFromAST(argument.value, type, variables)
  }
  const definition = field.args.find(({ name }) => name === 'first')
  if (definition) {
    const first = valueOf(definition)
    // Anything outside of these bounds is refused.
    return typeof first === 'number' ? Math.min(Math.max(first, 0), MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE
  }
  const fixedSize = fixedSizes.get(field.name)
  if (fixedSize !== undefined) return fixedSize
  const list = isListType(getNullableType(field.type)) && field.args.find(({ name }) => name === 'ids')
  if (!list) return undefined
  const ids = valueOf(list)
  return Array.isArray(ids) ? Math.min(ids.length, MAX_PAGE_SIZE) : 0
}
