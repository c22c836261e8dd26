/** Limits that several processes over one database count together. */

import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { fileOf, mp4 } from '../mediaFiles.ts'
import { createPostgresDatabase } from './databases.ts'
import { launchServer, signUp, type ServerProcess } from './serverProcess.ts'

const PROCESSES = 3

async function startProcesses(settings: Record<string, string>): Promise<ServerProcess[]> {
  const env = { ...settings, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent', ACCOUNT_QUOTA_MB: '1' }
  return Promise.all(Array.from({ length: PROCESSES }, () => launchServer({ env })))
}

const from = (address: string) => ({ 'x-forwarded-for': address })

function logIn(server: ServerProcess | undefined, address: string, username: string) {
  const body = { username, password: 'wrong' }
  return server?.send('POST', '/api/auth/login', { body, headers: from(address) })
}

it.runIf(inject('postgresUrl'))('processes limit the log-ins of a client together', async () => {
  const servers = await startProcesses({ DATABASE_URL: await createPostgresDatabase() })
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  const statuses: unknown[] = []
  for (let attempt = 0; attempt < 26; attempt += 1)
    statuses.push((await logIn(servers[attempt % PROCESSES], '203.0.113.7', `nobody${attempt}`))?.status)
  expect(statuses).toEqual([...Array(25).fill(404), 429])
  // Another client is not affected.
  expect(await logIn(servers[0], '198.51.100.1', 'nobody')).toMatchObject({ status: 404 })
})

it.runIf(inject('postgresUrl'))('processes limit the bytes of the files of an account together', async () => {
  const url = await createPostgresDatabase()
  const servers = await startProcesses({ DATABASE_URL: url })
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  const [one, other] = servers
  const token = one ? await signUp(one, 'ada') : ''
  const database = new pg.Client(url)
  await database.connect()
  onTestFinished(() => database.end())

  // Both uploads wait for the account, so that neither is stored before the other is counted.
  await database.query('begin; select from weft.users for update')
  const uploads = [one, other].map(async (server) => {
    const headers = { authorization: token }
    return (await server?.fetch('/media', { method: 'POST', headers, body: fileOf(mp4, 600_000) }))?.status
  })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(2)
  await database.query('commit')
  expect(new Set(await Promise.all(uploads))).toEqual(new Set([201, 403]))
})
