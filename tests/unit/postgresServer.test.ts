import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

/** Writes the server of docs/postgres.md to a folder, and bundles it, because Node 20 runs no TypeScript. */
async function bundleServer(folder: string): Promise<string> {
  const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(await readFile('docs/postgres.md', 'utf8')) ?? []
  await writeFile(join(folder, 'server.ts'), example)
  for (const name of ['resolvers', 'shared', 'node_modules']) await symlink(resolve(name), join(folder, name))
  await copyFile('schema.graphql', join(folder, 'schema.graphql'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: { ssr: 'server.ts', outDir: 'build', rolldownOptions: { output: { entryFileNames: 'server.mjs' } } },
  })
  return 'build/server.mjs'
}

/** Returns the first line that a process prints, undefined if it prints none. */
async function firstLine(input: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input })) return line
  return undefined
}

test('the server of docs/postgres.md runs, and stops although a client listens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const server = spawn(process.execPath, [await bundleServer(folder)], {
    cwd: folder,
    // It prints its address unless TEST is set.
    env: { ...process.env, DATABASE_URL: undefined, TEST: undefined, PORT: '0' },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const exit = once(server, 'exit')
  const errors = text(server.stderr)
  const [url] = /http:\S+/.exec((await firstLine(server.stdout)) ?? '') ?? []
  if (url === undefined) throw new Error(`The server did not start. ${await errors}`)

  const json = async (path: string) => (await fetch(new URL(path, url))).json()
  expect(await json('/graphql?query={__type(name:"Post"){description}}')).toEqual({
    data: { __type: { description: expect.stringContaining('text') } },
  })
  expect(await json('/api/posts/user/asharao')).toMatchObject({ posts: [{ username: 'asharao' }] })

  const changes = await fetch(new URL('/graphql?query=subscription{changes{...on%20PostChange{post{id}}}}', url), {
    headers: { accept: 'text/event-stream' },
  })
  server.kill('SIGTERM')
  expect(await changes.text()).toMatch(/^retry: 2000\n\nid: \S+\n: The server stops\.\n\n$/)
  expect(await exit).toEqual([0, null])
  expect(await errors).toBe('')
})
