import { createWriteStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { runDataTask } from '../resolvers/lab/runDataTask.ts'
import type { DataResult, DataTask } from '../resolvers/lab/tasks.ts'
import { rotateTokenKey } from '../resolvers/services/token.ts'
import type { AdministeredStore } from '../resolvers/store/administration.ts'
import type { Config } from './config.ts'
import { openDatabase, type OpenDatabase } from './database.ts'

/** Brings the tables of the database to this version. */
export async function migrate(config: Config): Promise<void> {
  await withDatabase(config, async ({ description }) => {
    console.log(`${description} is at the version of this server.`)
  })
}

/** Opens the database and counts its rows. Settings have been checked before. */
export async function checkDatabase(config: Config): Promise<void> {
  await withDatabase(config, async ({ store, description }) => {
    const counts = await store.admin.read((tx) => tx.count())
    console.log(`The settings are valid, and ${description} answers.`)
    for (const [table, count] of Object.entries(counts)) console.log(`  ${table.padEnd(14)}${count}`)
  })
}

/** Signs new tokens with a new key. Tokens of the former keys stay valid until they expire. */
export async function rotateKeys(config: Config): Promise<void> {
  await withDatabase(config, async ({ store }) => {
    await rotateTokenKey(store, Date.now)
    console.log('New tokens are signed with a new key. Restart running servers, so that they use it.')
  })
}

/** Writes all data to a snapshot. */
export async function exportData(config: Config, file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('Name the file: npm run serve -- export FILE')
  await withDatabase(config, async ({ store }) => {
    const { file: snapshot, counts } = await run(store, { kind: 'export' })
    if (!snapshot) throw new Error('The export has no file.')
    await pipeline(snapshot.stream(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    console.log(
      `${file} has ${counts.users} users and ${counts.posts} posts. It contains password hashes: keep it safe.`,
    )
  })
}

/** Reads a snapshot into a database without users. */
export async function importData(config: Config, file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('Name the file: npm run serve -- import FILE')
  await withDatabase(config, async ({ store }) => {
    const { users } = await store.admin.read((tx) => tx.count())
    if (users > 0) throw new Error(`The database has ${users} users. Import into an empty one: nothing was changed.`)
    const { counts } = await run(store, { kind: 'import', file: await openAsBlob(file) })
    console.log(`Imported ${counts.users} users and ${counts.posts} posts.`)
  })
}

async function run(store: AdministeredStore, task: DataTask): Promise<DataResult> {
  return runDataTask(store, task, {
    clock: Date.now,
    events: new EventTarget(),
    signal: new AbortController().signal,
    onProgress: () => {},
    continueSession: async () => {},
  })
}

async function withDatabase(config: Config, work: (database: OpenDatabase) => Promise<void>): Promise<void> {
  const database = await openDatabase(config)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
