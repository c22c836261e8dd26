import { Kind, visit } from 'graphql'

/**
 * A codegen plugin: writes the names of the app's queries and mutations. The lab can restrict latency and faults to one
 * of them; neither applies to subscriptions.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction}
 */
export function plugin(_schema, documents) {
  const names = new Set()
  const addName = ({ operation, name }) => void (operation !== 'subscription' && names.add(name.value))
  for (const { document } of documents) visit(document, { [Kind.OPERATION_DEFINITION]: addName })
  const lines = [...names].toSorted((a, b) => a.localeCompare(b)).map((name) => `  '${name}',`)
  return `/** The names of the app's queries and mutations. */
export const operationNames: readonly string[] = [
${lines.join('\n')}
]
`
}
