/** `npm run serve` in a project of the same folders, whose app and server are quick to build. */

import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from './serverProcess.ts'

const folders = ['resolvers', 'shared', 'src', 'worker', 'public', 'tools', 'server', 'dist', 'dist-server']
const files = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{}',
  'schema.graphql': '',
  'vite.config.ts': 'export default {}',
  'vite.server.config.ts': `export default { build: { ssr: 'server/main.ts', outDir: 'dist-server' } }`,
  'index.html': 'built app',
  'src/App.tsx': '',
  'server/main.ts': `console.log('built server', process.argv.slice(2).join())`,
  'dist/index.html': 'former app',
  'dist-server/main.js': `console.log('former server', process.argv.slice(2).join())`,
}

const hour = 3600
const now = Date.now() / 1000

async function createProject() {
  const cwd = await temporaryFolder()
  for (const folder of folders) await mkdir(join(cwd, folder))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  for (const name of await readdir(cwd, { recursive: true })) await utimes(join(cwd, name), now, now - 2 * hour)
  for (const name of ['dist/index.html', 'dist-server/main.js']) await utimes(join(cwd, name), now, now - hour)
  return {
    change: (name: string) => utimes(join(cwd, name), now, now),
    serve: async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [resolve('tools/serve.mjs'), '--demo'], { cwd })
      return [stdout.trim(), (await readFile(join(cwd, 'dist', 'index.html'), 'utf8')).trim()]
    },
  }
}

it('npm run serve builds what is older than its sources, and nothing else', async () => {
  const { change, serve } = await createProject()
  expect(await serve()).toEqual(['former server --demo', 'former app'])
  await change('server/main.ts')
  expect(await serve()).toEqual(['built server --demo', 'former app'])
  await change('src/App.tsx')
  expect(await serve()).toEqual(['built server --demo', 'built app'])
})
