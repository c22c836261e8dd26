// Part of `npm run codegen`: writes the errors of resolvers/services/errorCatalogue.ts into schema.graphql, as the enum
// ErrorCode, and into docs/http.md, as a table. With --check it changes nothing and fails if one of them is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./resolvers/services/errorCatalogue.ts', { configFile: false, logLevel: 'warn' })
const errors = Object.entries(module.catalogue).map(([code, error]) => [
  code,
  { ...error, description: module.descriptions[code] },
])

const values = errors.map(([code, { status, description }]) => `  "${status}: ${description}."\n  ${code}\n`)
const rows = errors.map(
  ([code, { status, message, description }]) => `| \`${code}\` | ${status} | ${message} | ${description} |\n`,
)

update('schema.graphql', /(?<=^enum ErrorCode \{\n)[^}]*(?=^\}$)/m, values.join(''))
update(
  'docs/http.md',
  /(?<=^\| code \| status \| message \| when \|\n\|---\|---\|---\|---\|\n)(?:\|.*\n)*/m,
  rows.join(''),
)

/**
 * Replaces what the pattern matches in a file.
 * @param {string} path
 * @param {RegExp} pattern
 * @param {string} generated
 */
function update(path, pattern, generated) {
  const text = readFileSync(path, 'utf8')
  if (!pattern.test(text)) throw new Error(`${path} has no place for the errors.`)
  const updated = text.replace(pattern, () => generated)
  if (updated === text) return
  if (process.argv.includes('--check')) {
    console.error(`The errors in ${path} are stale: run npm run codegen.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, updated)
  }
}
