import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  visit,
  type ASTNode,
  type GraphQLSchema,
} from 'graphql'

interface Described {
  description?: string | null | undefined
}

/**
 * Adds the descriptions of the text of schema.graphql to a schema. A module of its own because it needs the parser, and
 * only tools such as GraphiQL show descriptions.
 */
export function describe(schema: GraphQLSchema, text: string): void {
  const descriptions = descriptionsIn(text)
  const setDescription = (part: Described, ...path: string[]) => {
    part.description = descriptions.get(path.join('.')) ?? null
  }
  for (const directive of schema.getDirectives()) {
    if (!descriptions.has(`@${directive.name}`)) continue
    setDescription(directive, `@${directive.name}`)
    for (const arg of directive.args) setDescription(arg, `@${directive.name}`, arg.name)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!descriptions.has(type.name)) continue
    setDescription(type, type.name)
    if (isEnumType(type)) for (const value of type.getValues()) setDescription(value, type.name, value.name)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) setDescription(field, type.name, field.name)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      setDescription(field, type.name, field.name)
      for (const arg of field.args) setDescription(arg, type.name, field.name, arg.name)
    }
  }
}

/** Returns the descriptions by coordinate, such as `Post.likeCount`, `User.posts.first` or `@semanticNonNull`. */
function descriptionsIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const path: string[] = []
  visit(parse(text, { noLocation: true }), {
    enter(node) {
      const name = nameIn(node)
      if (name === undefined) return
      path.push(name)
      if ('description' in node && node.description) found.set(path.join('.'), node.description.value)
    },
    leave(node) {
      if (nameIn(node) !== undefined) path.pop()
    },
  })
  return found
}

/** Returns the name that a definition adds to the coordinates of its parts, or undefined for other nodes. */
function nameIn(node: ASTNode): string | undefined {
  if (!node.kind.endsWith('Definition') || !('name' in node) || !node.name) return undefined
  return node.kind === Kind.DIRECTIVE_DEFINITION ? `@${node.name.value}` : node.name.value
}
