import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, test } from 'vitest'

/** Node 20 runs no TypeScript, so the host is bundled first. */
async function bundle(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/unit/plainNodeHost.ts', outDir, rolldownOptions: { output: { entryFileNames: 'host.mjs' } } },
    ssr: { noExternal: true },
  })
  return join(outDir, 'host.mjs')
}

test('the core of the backend serves GraphQL and REST in plain Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-'))
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [await bundle(folder)])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      browserGlobals: [],
      graphql: { data: { posts: { edges: [{ node: { author: { username: expect.any(String) } } }] } } },
      rest: { posts: [{ username: 'asharao' }] },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
