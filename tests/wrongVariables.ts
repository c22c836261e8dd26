import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  OperationTypeNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

/** A part of every wrong text, so that a search for it shows whether a response quotes a value. */
export const valueMarker = 'sesame'

/** Kinds of values that no type of the schema accepts, or that a resolver refuses, as JSON of at most this many characters. */
export const wrongValues = (size: number): readonly (readonly [kind: string, json: string])[] => [
  ['unknown fields', `{${items(size, (at) => `"f${at}":0`)}}`],
  ['unknown fields with similar names', `{${items(size, (at) => `"username${at}":0`)}}`],
  ['an unknown field with a long name', `{"${'x'.repeat(size - 6)}":0}`],
  [
    'wrong and unknown fields',
    `{"username":{},"postId":{},"url":{},${items(size - 40, (at) => `"f${at}":"${valueMarker}"`)}}`,
  ],
  ['nulls', `[${items(size, () => 'null')}]`],
  ['wrong scalars', `[${items(size, () => '{}')}]`],
  ['a long list', `[${items(size, () => `"${valueMarker}"`)}]`],
  ['a long text', `"${valueMarker}${'x'.repeat(size - 8)}"`],
  ['a long number', '9'.repeat(size)],
  ['nested lists', `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`],
  ['nested objects', `${'{"a":'.repeat(size / 6 - 1)}0${'}'.repeat(size / 6 - 1)}`],
]

/** Joins items to a text of less than `size` characters. */
function items(size: number, item: (at: number) => string): string {
  const longest = item(size).length + 1
  return Array.from({ length: Math.floor(size / longest) - 1 }, (_, at) => item(at)).join(',')
}

/** A place for a value in the variables of an operation. */
export interface InputPlace {
  /** Such as `createPost(input.media)`. */
  name: string
  /** The type at the place, such as `MediaInput`. */
  type: GraphQLInputType
  operation: OperationTypeNode
  query: string
  /** Returns the variables, as JSON, with this JSON at the place. */
  variables: (json: string) => string
}

/** Returns a place for each type that an argument or a field of an input has in a schema. */
export function inputPlaces(schema: GraphQLSchema): InputPlace[] {
  const places = new Map<string, InputPlace>()
  const add = (place: InputPlace) => {
    if (places.has(String(place.type))) return
    places.set(String(place.type), place)
    const input = getNullableType(place.type)
    if (!isInputObjectType(input)) return
    for (const { name, type } of Object.values(input.getFields())) {
      add({
        ...place,
        name: place.name.replace(')', `.${name})`),
        type,
        variables: (json) => place.variables(`{"${name}":${json}}`),
      })
    }
  }
  for (const operation of Object.values(OperationTypeNode)) {
    for (const field of Object.values(schema.getRootType(operation)?.getFields() ?? {})) {
      for (const { name, type } of field.args) {
        const others = field.args.filter((other) => other.name !== name && isRequiredArgument(other))
        if (!others.every((other) => isScalarType(getNamedType(other.type)))) continue
        const rest = others.map((other) => `${other.name}: "none"`).join(' ')
        const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
        const query = `${operation} ($value: ${String(type)}) { ${field.name}(${name}: $value ${rest}) ${selection} }`
        const variables = (json: string) => `{"value":${json}}`
        add({ name: `${field.name}(${name})`, type, operation, query, variables })
      }
    }
  }
  return [...places.values()]
}

/** Returns the types of all arguments and of all fields of inputs in a schema, such as `[ID!]`. */
export function inputTypes(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isInputObjectType(type)) return Object.values(type.getFields())
    const isOutput = (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
    return isOutput ? Object.values(type.getFields()).flatMap(({ args }) => args) : []
  })
  return new Set(types.map(({ type }) => String(type)))
}

/** Returns a copy of variables that counts how often a field or an item in them is read. */
export function countReads(variables: Record<string, unknown>): {
  copy: Record<string, unknown>
  reads: () => number
} {
  let reads = 0
  const counted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const copy = Array.isArray(value) ? [] : {}
    for (const [name, inner] of Object.entries(value)) {
      const get = () => {
        reads += 1
        return counted(inner)
      }
      Object.defineProperty(copy, name, { enumerable: true, get })
    }
    return copy
  }
  const copies = Object.entries(variables).map(([name, value]) => [name, counted(value)] as const)
  return { copy: Object.fromEntries(copies), reads: () => reads }
}
