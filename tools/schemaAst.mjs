import { parse, print } from 'graphql'
import { getDocumentNodeFromSchema } from '@graphql-tools/utils'

/**
 * A codegen plugin: writes the schema as a parsed document, so that no browser has to parse it at start.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction}
 */
export function plugin(schema) {
  const document = parse(print(getDocumentNodeFromSchema(schema)), { noLocation: true })
  return [
    "import type { DocumentNode } from 'graphql'",
    '',
    `export const typeDefs = ${JSON.stringify(document)} as unknown as DocumentNode`,
    '',
  ].join('\n')
}
