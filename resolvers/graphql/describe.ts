import { isEnumType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql'

interface Described {
  description?: string | null | undefined
}

/** Gives a schema the descriptions of the contract. Loaded only for those who explore it: nobody else reads them. */
export async function describe(schema: GraphQLSchema): Promise<void> {
  const { descriptions } = await import('../generated/descriptions.ts')
  const say = (part: Described, ...path: string[]) => {
    const description = descriptions[path.join('.')]
    if (description !== undefined) part.description = description
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    say(type, type.name)
    if (isEnumType(type)) for (const value of type.getValues()) say(value, type.name, value.name)
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) say(field, type.name, field.name)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      say(field, type.name, field.name)
      for (const arg of field.args) say(arg, type.name, field.name, arg.name)
    }
  }
}
