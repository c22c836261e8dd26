import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphQLTaggedNode } from 'relay-runtime'

const require = createRequire(import.meta.url)

export interface CompiledDocuments {
  /** Returns the artifact of a query or fragment. */
  artifact(name: string): GraphQLTaggedNode
  remove(): void
}

/**
 * Compiles documents against schema.graphql with relay-compiler, as the build of a Relay app does. Throws with the
 * compiler's message if it rejects one. Their names start with `Lists`, the name of the module that contains them.
 */
export function compile(documents: readonly string[]): CompiledDocuments {
  const folder = mkdtempSync(join(tmpdir(), 'weft-relay-'))
  const artifacts = join(folder, 'artifacts')
  mkdirSync(artifacts)
  writeFileSync(join(folder, 'Lists.js'), documents.map((document) => `graphql\`${document}\``).join('\n'))
  // The compiler reads only files below its configuration.
  copyFileSync('schema.graphql', join(folder, 'schema.graphql'))
  const config = {
    src: '.',
    schema: 'schema.graphql',
    language: 'javascript',
    artifactDirectory: 'artifacts',
    eagerEsModules: false,
  }
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  execFileSync(process.execPath, [require.resolve('relay-compiler/cli.js')], { cwd: folder, stdio: 'pipe' })
  return {
    artifact: (name) => require(join(artifacts, `${name}.graphql`)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
