import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A Vite plugin: serves schema.graphql at /schema.graphql, for clients and for the descriptions that tools show. In dev,
 * Vite serves every file of the project.
 * @returns {import('vite').Plugin}
 */
export function schemaFile() {
  return {
    name: 'weft:schema-file',
    writeBundle: { order: 'pre', handler: ({ dir }) => copyFileSync('schema.graphql', join(dir, 'schema.graphql')) },
  }
}
