import { Kind, visit } from 'graphql'

/**
 * A codegen plugin: the names of the app's operations, for the lab, which may single one out. Not those of
 * subscriptions: these neither wait nor fail there.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction}
 */
export function plugin(_schema, documents) {
  const names = new Set()
  const note = ({ operation, name }) => void (operation !== 'subscription' && names.add(name.value))
  for (const { document } of documents) visit(document, { [Kind.OPERATION_DEFINITION]: note })
  const lines = [...names].toSorted((a, b) => a.localeCompare(b)).map((name) => `  '${name}',`)
  return `/** The names of the app's queries and mutations. */\nexport const operationNames: readonly string[] = [\n${lines.join('\n')}\n]\n`
}
