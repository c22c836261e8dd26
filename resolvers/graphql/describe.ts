import { isTypeDefinitionNode, Kind, parse, type GraphQLSchema } from 'graphql'

/** A definition in the text, or a field, an argument or a value in it. */
interface Definition {
  name: { value: string }
  description?: { value: string } | undefined
  fields?: readonly Definition[] | undefined
  arguments?: readonly Definition[] | undefined
  values?: readonly Definition[] | undefined
}

/** What a definition describes. */
interface Described {
  name: string
  description?: string | null | undefined
  args?: readonly Described[]
  getFields?: () => Readonly<Record<string, Described>>
  getValues?: () => readonly Described[]
}

/**
 * Adds the descriptions of the text of schema.graphql to a schema. A module of its own because it needs the parser, and
 * only tools such as GraphiQL show descriptions.
 */
export function describe(schema: GraphQLSchema, text: string): void {
  for (const definition of parse(text, { noLocation: true }).definitions) {
    if (isTypeDefinitionNode(definition)) addDescriptions(schema.getType(definition.name.value), definition)
    if (definition.kind === Kind.DIRECTIVE_DEFINITION)
      addDescriptions(schema.getDirective(definition.name.value), definition)
  }
}

function addDescriptions(described: Described | null | undefined, definition: Definition): void {
  if (!described) return
  described.description = definition.description?.value ?? null
  const { args = [] } = described
  const parts = [...args, ...Object.values(described.getFields?.() ?? {}), ...(described.getValues?.() ?? [])]
  const partOf = new Map(parts.map((part) => [part.name, part]))
  const { fields = [], arguments: parameters = [], values = [] } = definition
  for (const inner of [...fields, ...parameters, ...values]) addDescriptions(partOf.get(inner.name.value), inner)
}
