import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql'

/**
 * A codegen plugin: writes the schema as code that constructs it, without descriptions. The browser then parses no SDL,
 * and the bundle contains neither `buildASTSchema` nor the validation rules that it imports.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction}
 */
export function plugin(schema) {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive))
  const body = [
    ...types.map(typeCode),
    ...directives.map(directiveCode),
    `  return new GraphQLSchema({
    query: Query,
    mutation: Mutation,
    subscription: Subscription,
    types: [${types.join(', ')}],
    directives: [...specifiedDirectives, ${directives.map(({ name }) => name).join(', ')}],
    // Code generation has validated it.
    assumeValid: true,
  })`,
  ].join('\n')
  const used = new Set(body.match(/\b(GraphQL\w+|specifiedDirectives|DirectiveLocation)\b/g))
  return [
    `import { ${[...used].join(', ')} } from 'graphql'`,
    '',
    '/** Constructs the schema of schema.graphql, without descriptions and resolvers. */',
    'export function constructSchema(): GraphQLSchema {',
    body,
    '}',
    '',
  ].join('\n')
}

function typeCode(type) {
  const { name } = type
  if (isScalarType(type)) return `  const ${name} = new GraphQLScalarType({ name: '${name}' })`
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => `${value.name}: ${objectOf(deprecationOf(value))}`)
    return `  const ${name} = new GraphQLEnumType({ name: '${name}', values: { ${values.join(', ')} } })`
  }
  if (isUnionType(type))
    return `  const ${name} = new GraphQLUnionType({ name: '${name}', types: () => [${type.getTypes().join(', ')}] })`
  const kind = kindOf(type)
  const fields = Object.values(type.getFields()).map((field) => `      ${field.name}: ${fieldCode(field)},`)
  return [
    `  const ${name}: ${kind} = new ${kind}({ name: '${name}', ${interfacesCode(type)}fields: () => ({`,
    ...fields,
    '  }) })',
  ].join('\n')
}

function kindOf(type) {
  if (isObjectType(type)) return 'GraphQLObjectType'
  if (isInterfaceType(type)) return 'GraphQLInterfaceType'
  if (isInputObjectType(type)) return 'GraphQLInputObjectType'
  throw new Error(`No code for the kind of type of ${type.name} yet.`)
}

function interfacesCode(type) {
  const interfaces = type.getInterfaces?.() ?? []
  return interfaces.length > 0 ? `interfaces: () => [${interfaces.join(', ')}], ` : ''
}

/** A field of an object or input type. */
function fieldCode(field) {
  return objectOf([
    `type: ${typeReference(field.type)}`,
    ...(field.args?.length ? [`args: ${argsCode(field.args)}`] : []),
    ...defaultOf(field),
    ...deprecationOf(field),
  ])
}

function argsCode(args) {
  return objectOf(args.map((arg) => `${arg.name}: ${fieldCode(arg)}`))
}

function directiveCode({ name, locations, args, isRepeatable }) {
  const directive = [`name: '${name}'`, `locations: [${locations.map((at) => `DirectiveLocation.${at}`).join(', ')}]`]
  const config = objectOf([...directive, `args: ${argsCode(args)}`, `isRepeatable: ${isRepeatable}`])
  return `  const ${name} = new GraphQLDirective(${config})`
}

function typeReference(type) {
  if (isNonNullType(type)) return `new GraphQLNonNull(${typeReference(type.ofType)})`
  if (isListType(type)) return `new GraphQLList(${typeReference(type.ofType)})`
  return isSpecifiedScalarType(type) ? `GraphQL${type}` : String(type)
}

function defaultOf({ defaultValue }) {
  return defaultValue === undefined ? [] : [`defaultValue: ${JSON.stringify(defaultValue)}`]
}

function deprecationOf({ deprecationReason }) {
  return deprecationReason ? [`deprecationReason: ${JSON.stringify(deprecationReason)}`] : []
}

function objectOf(properties) {
  return `{ ${properties.join(', ')} }`
}
