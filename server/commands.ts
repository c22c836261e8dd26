import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { findOrphans } from '../resolvers/services/housekeeping.ts'
import { KEY_DELAY_MS, KEYS_MAX_AGE_MS, rotateTokenKey } from '../resolvers/services/token.ts'
import { BadFileError } from '../resolvers/snapshot/check.ts'
import { writeSnapshot } from '../resolvers/snapshot/export.ts'
import { importSnapshot } from '../resolvers/snapshot/import.ts'
import { runJob, type Job, type JobHost } from '../resolvers/snapshot/job.ts'
import type { SyncFile } from '../resolvers/snapshot/lines.ts'
import type { AdministeredStore, Counts } from '../resolvers/store/administration.ts'
import { checkClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase, schemaChangesAtStart, type OpenDatabase } from './database.ts'
import { counted } from './counted.ts'
import { findDamagedFiles } from './media/damagedFiles.ts'
import { moveMedia } from './media/moveMedia.ts'
import { findRowsWithoutBytes } from './media/rowsWithoutBytes.ts'
import { openSnapshot, SNAPSHOT_ADVICE, writeNewFile } from './snapshotFiles.ts'

/** What may follow the name of a command. */
export interface CommandArguments {
  file?: string | undefined
  revoke?: boolean | undefined
  demo?: boolean | undefined
}

/** Brings the tables of the database to this version. May be stopped: the next run goes on where it was. */
export async function migrate(config: Config): Promise<void> {
  await withDatabase(config, { schemaChanges: 'migrate' }, async ({ description }) => {
    console.log(`${description} is at the version of this server.`)
  })
}

/** Opens the database, counts its rows and compares them with the stored files. Settings have been checked before. */
export async function checkDatabase(config: Config): Promise<void> {
  await withDatabase(config, {}, async ({ store, description }) => {
    const counts = await store.admin.read((tx) => tx.count())
    console.log(`The settings are valid, and ${description} answers.`)
    for (const [table, count] of Object.entries(counts)) console.log(`  ${table.padEnd(14)}${count}`)
    await checkFiles(store)
  })
}

/** Prints which files have no bytes or damaged ones, and how many bytes have no row. */
async function checkFiles(store: AdministeredStore): Promise<void> {
  const missing = await findRowsWithoutBytes(store)
  if (missing.length > 0) console.log(`The bytes of ${counted(missing.length, 'file')} are missing:`)
  for (const id of missing) console.log(`  /media/${id}`)
  const damaged = await findDamagedFiles(store)
  if (damaged.length > 0) console.log(`The bytes of ${counted(damaged.length, 'file')} are damaged:`)
  for (const id of damaged) console.log(`  /media/${id}`)
  const { checked, orphans } = await walkOrphans(store, async () => {})
  console.log(`Of ${checked} stored files that are older than a day, ${orphans} have no row.`)
  if (orphans > 0) console.log('Nothing shows them: npm run serve -- remove-orphans removes them.')
}

/** Removes stored files that are older than a day and have no row. */
export async function removeOrphans(config: Config): Promise<void> {
  await withDatabase(config, {}, async ({ store }) => {
    const { checked, orphans } = await walkOrphans(store, (id) => store.blobs.remove(id))
    console.log(`Removed ${orphans} of ${checked} stored files that are older than a day: they had no row.`)
  })
}

async function walkOrphans(
  store: AdministeredStore,
  onOrphan: (id: string) => Promise<void>,
): Promise<{ checked: number; orphans: number }> {
  const total = { checked: 0, orphans: 0 }
  let after: string | undefined
  do {
    const { checked, orphans, next } = await findOrphans({ store, clock: Date.now }, after)
    for (const id of orphans) await onOrphan(id)
    total.checked += checked
    total.orphans += orphans.length
    after = next
  } while (after !== undefined)
  return total
}

/** Moves files from the database to S3, while servers run that have the settings of S3. */
export async function moveMediaToS3(config: Config): Promise<void> {
  await withDatabase(config, {}, async ({ store, s3 }) => {
    if (!s3) throw new Error('Set S3_ENDPOINT and the other settings of S3, on all servers first.')
    const { moved, left } = await moveMedia({
      read: store.read,
      from: s3.database,
      to: s3.blobs,
      onMoved: (count) => console.log(`Moved ${counted(count, 'file')}.`),
    })
    console.log(`All ${moved} files of the database that have a row are in S3 now.`)
    if (left > 0) console.log(`${left} without a row are left. A day later, remove-orphans removes them.`)
  })
}

/** Adds a key that signs new tokens. Tokens of the former keys stay valid until they expire, or with `revoke` end. */
export async function rotateKeys(config: Config, { revoke = false }: CommandArguments): Promise<void> {
  await withDatabase(config, {}, async ({ store }) => {
    await checkClock(store.now)
    await rotateTokenKey(store, Date.now, { revoke })
    if (revoke)
      console.log(`All sessions end in ${KEYS_MAX_AGE_MS / 1000} s, or at once on servers that are restarted.`)
    else
      console.log(`New tokens are signed with a new key in ${KEY_DELAY_MS / 1000} s. Running servers need no restart.`)
  })
}

/** Writes all data to a snapshot, which has its name once it is complete. */
export async function exportData(config: Config, { file }: CommandArguments): Promise<void> {
  if (file === undefined) throw new Error('Name the file: npm run serve -- export FILE')
  await writeNewFile(file, (write) =>
    withDatabase(config, {}, async ({ store }) => {
      const counts = await run(store, (job) => writeSnapshot(job, write))
      console.log(`${file} has ${totalsOf(counts)}. It contains password hashes: keep it safe.`)
    }),
  )
}

/** Reads a snapshot into a database without users, completely or not at all. */
export async function importData(config: Config, { file }: CommandArguments): Promise<void> {
  if (file === undefined) throw new Error('Name the file: npm run serve -- import FILE')
  const snapshot = await openSnapshot(file)
  try {
    await withDatabase(config, { schemaChanges: schemaChangesAtStart(config) }, async ({ store }) => {
      const syncFile = await syncFileOf(snapshot)
      const counts = await run(store, (job) => importSnapshot(job, syncFile, 'no users'))
      console.log(`Imported ${totalsOf(counts)}.`)
    })
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error
    throw new Error(`Nothing of ${file} was imported. ${error.message} ${SNAPSHOT_ADVICE}`, { cause: error })
  } finally {
    await snapshot.close()
  }
}

function totalsOf({ users, posts }: Counts): string {
  return `${counted(users, 'user')} and ${counted(posts, 'post')}`
}

async function syncFileOf(handle: FileHandle): Promise<SyncFile> {
  return {
    size: (await handle.stat()).size,
    read(from, to) {
      const bytes = new Uint8Array(to - from)
      return bytes.subarray(0, readSync(handle.fd, bytes, 0, bytes.length, from))
    },
  }
}

/** Runs a job, and prints each tenth of it. */
async function run(store: AdministeredStore, work: (job: Job) => Promise<void>): Promise<Counts> {
  let printed = 0
  const host: JobHost = {
    clock: Date.now,
    events: new EventTarget(),
    signal: new AbortController().signal,
    onProgress({ phase, done, total }) {
      const tenths = total === 0 ? 0 : Math.floor((10 * done) / total)
      if (tenths <= printed) return
      printed = tenths
      console.log(`${phase}: ${10 * tenths} %`)
    },
    continueSession: async () => {},
  }
  const { counts, warnings } = await runJob(store, host, work)
  for (const warning of warnings) console.log(warning)
  return counts
}

async function withDatabase(
  config: Config,
  options: Parameters<typeof openDatabase>[1],
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(config, options)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
