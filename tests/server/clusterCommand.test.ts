/** `npm run serve:cluster`, and the Postgres server that it starts. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCluster, findPostgres, unprivileged } from '../../tools/postgres.mjs'
import { textAt } from '../values.ts'
import { withDatabase } from './databases.ts'
import { followPosts } from './historyStreams.ts'
import { signUp, temporaryFolder, withCalls } from './serverProcess.ts'

/** Starts two processes on any port. Resolves once the command has printed its address. */
async function startCommand() {
  const folder = await temporaryFolder()
  // Postgres, which may run as another user, has its data in it.
  await chmod(folder, 0o755)
  const child = spawn(process.execPath, ['tools/serveCluster.mjs', '2'], {
    env: { ...process.env, NODE_ENV: undefined, DATABASE_URL: undefined, PORT: '0', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of processes of its own, as a shell gives it.
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error('The command cannot be started.')
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
  })
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const [, address] = /^All processes are at (http\S+)\/$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('close', () => reject(new Error(`The command ended: ${lines.join('\n')}`)))
  })
  return withCalls({
    url,
    pid,
    folder,
    lines,
    /** Does what Ctrl+C does: Postgres and the servers get the signal, too, and npm passes it on. Resolves with the exit code. */
    async interrupt() {
      const closed = once(child, 'close')
      process.kill(-pid, 'SIGINT')
      // Equal signals that arrive before the first is handled count as one.
      await Promise.race([closed, once(child.stdout, 'data')])
      child.kill('SIGINT')
      await closed
      return child.exitCode
    },
  })
}

/** Returns the running processes, each with the one that started it. A zombie has ended. */
function runningProcesses() {
  const text = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/))
  return new Map(rows.filter(([, , state]) => state?.[0] !== 'Z').map(([pid, parent]) => [Number(pid), Number(parent)]))
}

/** Returns the running processes that a process has started, and those that these have started. */
function startedBy(pid: number, running = runningProcesses()): number[] {
  const children = [...running.keys()].filter((child) => running.get(child) === pid)
  return [...children, ...children.flatMap((child) => startedBy(child, running))]
}

describe.runIf(findPostgres())('npm run serve:cluster', () => {
  it('starts processes that share the requests and their events, and leaves nothing after Ctrl+C', async () => {
    const command = await startCommand()
    const token = await signUp(command, 'ada')
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    const stream = followPosts({ url: command.url, readPosts: async () => [], signal: ended.signal })
    await stream.opened
    await command.send('POST', '/api/posts', { token, body: { postData: { content: 'The first post' } } })
    await expect.poll(() => [...stream.known]).toEqual(['The first post'])
    // A process takes no request while it fails a check of the proxy.
    const answering = async () => {
      await command.send('GET', '/api/posts')
      const logged = command.lines.filter((line) => line.includes('"event":"request"'))
      return new Set(logged.map((line) => line[0]))
    }
    await expect.poll(answering).toEqual(new Set(['1', '2']))

    const started = startedBy(command.pid)
    expect(started.length).toBeGreaterThan(2)
    expect(await command.interrupt()).toBe(0)
    await expect.poll(() => started.filter((pid) => runningProcesses().has(pid))).toEqual([])
    expect(await readdir(command.folder)).toEqual([])
  })

  it('removes the data of a Postgres server that has already stopped', async () => {
    const { url, remove } = await createCluster()
    const [row] = await withDatabase({ folder: '', env: { DATABASE_URL: url } }, (query) =>
      query('show data_directory'),
    )
    const data = textAt(row, 'data_directory')
    // Blocks this process, so that Node has not seen the exit yet.
    execFileSync(join(findPostgres() ?? '', 'pg_ctl'), ['stop', '-m', 'fast', '-D', data], {
      ...unprivileged(),
      cwd: join(data, '..'),
    })
    await remove()
    expect(existsSync(data)).toBe(false)
  })
})
