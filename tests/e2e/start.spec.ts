import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { demo } from './app.ts'
import { expect, freshTest as test } from './fixtures.ts'

/** Runs `npm start`. It builds into a separate folder, because other tests read dist. */

let started: ChildProcess | undefined

test.afterEach(() => {
  started?.kill()
})

function start(port: number, outDir: string): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['tools/start.mjs', '--port', String(port), '--outDir', outDir])
  started = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  return { child, output: () => output }
}

async function takePort(): Promise<{ port: number; release: () => void }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return { port: address.port, release: () => server.close() }
}

test('npm start prints the address and the demo account and nothing else', async ({ page }, testInfo) => {
  const { port, release } = await takePort()
  release()
  const { output } = start(port, testInfo.outputPath('dist'))
  await expect.poll(output, { timeout: 50_000 }).toContain('Test Login')
  expect(output()).toBe(
    `Weft is at http://localhost:${port}/\n` +
      `Press Test Login, or log in as ${demo.username} with the password ${demo.password}\n`,
  )
  await page.goto(`http://localhost:${port}/`)
  await expect(page.getByRole('link', { name: 'Become a Member' })).toBeVisible()
})

test('npm start exits with one line if its port is taken', async () => {
  const { port, release } = await takePort()
  const { child, output } = start(port, 'unused')
  const [code] = await once(child, 'exit')
  release()
  expect(code).toBe(1)
  expect(output()).toBe(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}\n`)
})
