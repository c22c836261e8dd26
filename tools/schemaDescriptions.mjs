import { Kind, parse, visit } from 'graphql'
import { readFileSync } from 'node:fs'

/**
 * A codegen plugin: writes the descriptions of schema.graphql by coordinate, such as `Post.likeCount` or
 * `User.posts.first`.
 * @type {import('@graphql-codegen/plugin-helpers').PluginFunction}
 */
export function plugin() {
  const descriptions = descriptionsIn(parse(readFileSync('schema.graphql', 'utf8'), { noLocation: true }))
  return [
    '/** The descriptions in schema.graphql, by coordinate. */',
    `export const descriptions: Readonly<Record<string, string>> = ${JSON.stringify(descriptions, null, 2)}`,
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
