import { Kind, parse, print, visit } from 'graphql'
import { getDocumentNodeFromSchema } from '@graphql-tools/utils'

/**
 * A codegen plugin: writes the schema as a parsed document without its descriptions, so that no browser has to parse it
 * at start; with `only: descriptions` those alone, by where they stand: `Post.likeCount`, `User.posts.first`.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction<{ only?: 'descriptions' }>}
 */
export function plugin(schema, _documents, { only }) {
  const document = parse(print(getDocumentNodeFromSchema(schema)), { noLocation: true })
  if (only === 'descriptions') {
    return [
      '/** What schema.graphql says of each of its parts, by where it stands. */',
      `export const descriptions: Readonly<Record<string, string>> = ${JSON.stringify(descriptionsIn(document), null, 2)}`,
      '',
    ].join('\n')
  }
  const bare = visit(document, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  })
  return [
    "import type { DocumentNode } from 'graphql'",
    '',
    `export const typeDefs = ${JSON.stringify(bare)} as unknown as DocumentNode`,
    '',
  ].join('\n')
}

function descriptionsIn(document) {
  const found = {}
  const path = []
  visit(document, {
    enter(node) {
      if (!isNamed(node)) return
      path.push(node.kind === Kind.DIRECTIVE_DEFINITION ? `@${node.name.value}` : node.name.value)
      if (node.description) found[path.join('.')] = node.description.value
    },
    leave(node) {
      if (isNamed(node)) path.pop()
    },
  })
  return found
}

function isNamed(node) {
  return node.kind.endsWith('Definition') && 'name' in node
}
