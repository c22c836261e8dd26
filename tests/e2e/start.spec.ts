import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { demo } from './app.ts'
import { expect, freshTest } from './fixtures.ts'
import { addressIn, npmStart } from './npmStart.ts'

let started: ChildProcess | undefined

freshTest.afterEach(() => {
  started?.kill()
})

async function takePort(): Promise<{ port: number; release: () => void }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return { port: address.port, release: () => server.close() }
}

freshTest('npm start prints the address and the demo account and nothing else', async ({ page }, testInfo) => {
  const { child, output } = npmStart(0, testInfo.outputPath('dist'))
  started = child
  const address = await addressIn(output)
  expect(output()).toBe(
    [
      `Weft is at ${address}`,
      `Press Test Login, or log in as ${demo.username} with the password ${demo.password}`,
      '',
    ].join('\n'),
  )
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Become a Member' })).toBeVisible()
})

freshTest('npm start exits with one line if its port is taken', async () => {
  const { port, release } = await takePort()
  const { child, output } = npmStart(port, 'unused')
  started = child
  // Its output has been read in full.
  const [code] = await once(child, 'close')
  release()
  expect(code).toBe(1)
  expect(output()).toBe(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}\n`)
})

freshTest('npm start says how it is used if its port is no number', async () => {
  const { child, output } = npmStart('first', 'unused')
  started = child
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output()).toBe('Usage: npm start -- [--port 4173] [--outDir dist]\n')
})
