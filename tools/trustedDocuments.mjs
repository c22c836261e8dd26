// Part of `npm run codegen`: writes the documents of the app's operations, as Apollo Client sends them, with their
// SHA-256. With --check it changes nothing and fails if the file is stale.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const path = 'worker/trustedDocuments.generated.ts'
const { module } = await runnerImport('./tools/sentDocuments.ts', { configFile: false, logLevel: 'warn' })

const sent = await module.sentDocuments()
const entries = sent.map((text) => {
  const hash = createHash('sha256').update(text).digest('hex')
  return `  [\n    '${hash}',\n    ${JSON.stringify(text)},\n  ],\n`
})
const code = `/** The documents of the app's operations by the SHA-256 of their text. */
export const trustedDocuments: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
${entries.join('')}])
`

if (!existsSync(path) || readFileSync(path, 'utf8') !== code) {
  if (process.argv.includes('--check')) {
    console.error(`${path} is stale: run npm run codegen.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, code)
  }
}
