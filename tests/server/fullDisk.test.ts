import { execFileSync } from 'node:child_process'
import { appendFileSync, statfsSync, truncateSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemCodeOf } from '../../server/systemErrors.ts'
import { createCluster } from '../../tools/postgres.mjs'
import { countingBytes, pngWith } from '../mediaFiles.ts'
import { databaseKinds } from './databases.ts'
import { runServer, signUp, startServer, temporaryFolder, type ServerSetup } from './serverProcess.ts'

/** A disk of a few megabytes, until the test ends. */
interface SmallDisk {
  folder: string
  fill(): void
  free(): void
}

async function mountDisk(): Promise<SmallDisk> {
  const folder = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', folder])
  // Lazily, because a process of the test may still have files open.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  await chmod(folder, 0o777)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let left = statfsSync(folder); left.bavail > 0; left = statfsSync(folder)) {
        try {
          appendFileSync(filler, Buffer.alloc(left.bavail * left.bsize))
        } catch (error) {
          // The database has taken a part meanwhile.
          if (systemCodeOf(error) !== 'ENOSPC') throw error
        }
      }
    },
    free: () => truncateSync(filler),
  }
}

/** The database of a server on a disk, by the names of `databaseKinds`. */
const settings: Record<string, (disk: SmallDisk) => Promise<ServerSetup>> = {
  PGlite: async ({ folder }) => ({ folder: join(folder, 'data') }),
  async Postgres({ folder }) {
    const cluster = await createCluster(folder)
    onTestFinished(() => cluster.kill())
    return { env: { DATABASE_URL: cluster.url } }
  },
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe('a full disk', () => {
  for (const { name, isThere } of databaseKinds)
    it.runIf(isThere && canMount)(
      `makes a server over ${name} refuse changes with 503, until there is space`,
      async () => {
        const disk = await mountDisk()
        const setup = await settings[name]?.(disk)
        const server = await startServer({ ...setup, env: { ...setup?.env, LOG_LEVEL: 'warn' } })
        const token = await signUp(server, 'ada')
        const upload = () => {
          const body = pngWith(countingBytes(3_000_000))
          return server.fetch('/media', { method: 'POST', headers: { authorization: token }, body })
        }
        expect((await upload()).status).toBe(201)

        disk.fill()
        const refused = await upload()
        expect(refused.status).toBe(503)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await refused.json()).toEqual({
          errors: [expect.stringMatching(/^The server is busy\. Nothing was changed\. /)],
        })
        const logged = '"event":"database unavailable","error":"error","code":"53100"'
        await expect.poll(() => server.lines.join('\n')).toContain(logged)
        expect(await server.send('GET', '/api/users')).toMatchObject({
          status: 200,
          json: { users: [{ username: 'ada' }] },
        })
        expect((await server.fetch('/readyz')).status).toBe(200)

        disk.free()
        expect((await upload()).status).toBe(201)
      },
    )

  it.runIf(canMount)('makes a server over PGlite that starts again say so, and nothing of damage', async () => {
    const disk = await mountDisk()
    const folder = join(disk.folder, 'data')
    const server = await startServer({ folder })
    await signUp(server, 'ada')
    await server.stop('SIGTERM')
    disk.fill()
    const message = `The folder ${folder} cannot be used: its disk is full. `
    const refused = await runServer({ folder })
    expect(refused).toEqual({ code: 1, output: expect.stringContaining(message) })
    expect(refused.output).not.toMatch(/damage|backup|ASSERTIONS/)
    disk.free()
    expect(await (await startServer({ folder })).send('GET', '/api/users')).toMatchObject({
      json: { users: [{ username: 'ada' }] },
    })
  })
})
