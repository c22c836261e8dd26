import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql'

interface Described {
  description?: string | null | undefined
}

/**
 * Adds the descriptions of schema.graphql to a schema. Loads them on demand, because only tools such as GraphiQL show
 * them.
 */
export async function describe(schema: GraphQLSchema): Promise<void> {
  const { descriptions } = await import('../generated/descriptions.ts')
  const setDescription = (part: Described, ...path: string[]) => {
    const description = descriptions[path.join('.')]
    if (description !== undefined) part.description = description
  }
  for (const directive of schema.getDirectives()) {
    setDescription(directive, `@${directive.name}`)
    for (const arg of directive.args) setDescription(arg, `@${directive.name}`, arg.name)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
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
