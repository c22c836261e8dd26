// `npm run dump-fixture`: writes a database and a snapshot of the present version to tests/fixtures, for the tests of
// later versions. It replaces no file: delete those of a version that was not released yet.
import { existsSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./tests/dumpFixtures.ts', { configFile: false, logLevel: 'warn' })
for (const [file, text] of Object.entries(module.fixtures)) {
  const path = `tests/fixtures/${file}`
  if (existsSync(path)) console.log(`${path} exists already.`)
  else {
    writeFileSync(path, text)
    console.log(`Wrote ${path}.`)
  }
}
