import { spawn, type ChildProcess } from 'node:child_process'
import { expect, test } from '@playwright/test'

/**
 * Runs `npm start` with these settings of the build. With port 0 the system chooses a free one. It builds into a folder
 * of its own, because other tests read dist.
 */
export function npmStart(
  port: number | string,
  outDir: string,
  settings: Record<string, string> = {},
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['tools/start.mjs', '--port', String(port), '--outDir', outDir], {
    env: { ...process.env, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  return { child, output: () => output }
}

/** How long a build may take beside other tests on a busy machine. */
const START_MS = 600_000

/** Waits until the app is served. Returns its address. */
export async function addressIn(output: () => string): Promise<string> {
  test.info().setTimeout(START_MS + test.info().timeout)
  await expect.poll(output, { timeout: START_MS }).toContain('Test Login')
  const [, address = ''] = /(http:\S+)/.exec(output()) ?? []
  return address
}
