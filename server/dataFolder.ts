import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { number, object, safeParse, string, type InferOutput } from 'valibot'
import { megabyte } from '../shared/formats.ts'
import { parseJson } from '../shared/json.ts'
import { failure, systemCodeOf } from './systemErrors.ts'

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** The content of a lock: the process that has the folder. Ids of processes are those of a host and of one of its starts. */
const ownerShape = object({ pid: number(), host: string(), boot: string() })
type Owner = InferOutput<typeof ownerShape>

/** Returns the error for a folder that the operating system refuses. */
export function folderFailure(folder: string, error: unknown): Error {
  const advice = 'Set DATA_DIR to a folder that this user may create and write.'
  return failure(`The folder ${folder} cannot be used`, error, advice, { ENOENT: 'nothing can be created there' })
}

/** A Postgres that starts may need a file of this size for its log of changes. */
const LOG_FILE_BYTES = 16 * megabyte

/**
 * Returns why no file of the log can be written to a folder, such as a full disk; undefined if one can. PGlite aborts
 * without a word of that.
 */
export async function writeFailure(folder: string): Promise<unknown> {
  const file = join(folder, `room.${randomUUID()}`)
  try {
    await writeFile(file, new Uint8Array(LOG_FILE_BYTES))
    return undefined
  } catch (error) {
    return error
  } finally {
    await rm(file, { force: true })
  }
}

/** Returns the folder of the database in that of the data. */
export function databaseIn(folder: string): string {
  return join(folder, 'database')
}

/**
 * Creates the folder of the data if it does not exist, and locks it for this process: two processes would damage the
 * database. A lock that a killed process has left is replaced, unless that process ran on another host, such as another
 * container: nothing tells whether it still runs. Returns a function that releases the lock. Throws `FolderInUseError`,
 * and errors whose messages say why the folder cannot be used.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await createFolder(folder)
    await refuseOtherFiles(folder)
    // It has password hashes and the keys of tokens, in files that PGlite lets everybody read.
    await createFolder(databaseIn(folder), 0o700)
    return await lock(folder)
  } catch (error) {
    throw systemCodeOf(error) === undefined ? error : folderFailure(folder, error)
  }
}

/** Unlike this, `mkdir` with `recursive` does not end in /proc, where a new folder is refused with ENOENT. */
async function createFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const [code, parent] = [systemCodeOf(error), dirname(folder)]
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    await createFolder(parent)
    await mkdir(folder, { mode })
  }
}

async function refuseOtherFiles(folder: string): Promise<void> {
  // Every folder of a Postgres database has the first, and after a start that was killed at least the second.
  const [version, log] = ['PG_VERSION', 'pg_wal']
  if ((await readdir(folder)).includes(version)) {
    const advice = 'Set DATA_DIR to the folder above it, or to another one.'
    throw new Error(`${folder} has the files of a database itself. ${advice}`)
  }
  const database = databaseIn(folder)
  const names = await readdir(database).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return []
    if (systemCodeOf(error) === 'ENOTDIR') return ['a file']
    throw error
  })
  if (names.length > 0 && !names.includes(version) && !names.includes(log))
    throw new Error(`${database} is not a database of Weft. Set DATA_DIR to another folder.`)
}

async function lock(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'weft.lock')
  const self: Owner = { pid: process.pid, host: hostname(), boot: await bootId() }
  const text = JSON.stringify(self)
  if (!(await tryLock(file, text))) {
    const former = await readFile(file, 'utf8').catch(() => '')
    const owner = ownerIn(former)
    if (owner && owner.host !== self.host)
      throw new FolderInUseError(
        `The process ${owner.pid} on the host ${owner.host} has ${folder} open. Stop it first. ` +
          `If it no longer exists, delete ${file}.`,
      )
    if (owner && owner.boot === self.boot && isRunning(owner.pid))
      throw new FolderInUseError(`The process ${owner.pid} has ${folder} open. Stop it first.`)
    if (!(await removeStale(file, former)) || !(await tryLock(file, text)))
      throw new FolderInUseError(`Another process has just opened ${folder}.`)
  }
  return () => rm(file, { force: true })
}

/** Creates the file with its text at once. Returns false if it exists. */
async function tryLock(file: string, text: string): Promise<boolean> {
  const written = `${file}.${randomUUID()}`
  try {
    await writeFile(written, text)
    await link(written, file)
    return true
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === 'EEXIST') return false
    if (code === undefined || !['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error
    const advice = 'Set DATA_DIR to a folder on another one.'
    throw new Error(`${dirname(file)} cannot be locked: its file system has no hard links. ${advice}`, { cause: error })
  } finally {
    await rm(written, { force: true })
  }
}

/** Removes a lock with this text. Returns false if another process has replaced it meanwhile. */
async function removeStale(file: string, text: string): Promise<boolean> {
  const removed = `${file}.${randomUUID()}`
  try {
    await rename(file, removed)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return true
    throw error
  }
  const isStale = (await readFile(removed, 'utf8')) === text
  if (!isStale) await link(removed, file).catch(() => undefined)
  await rm(removed)
  return isStale
}

function ownerIn(text: string): Owner | undefined {
  const { success, output } = safeParse(ownerShape, parseJson(text))
  return success ? output : undefined
}

/** Returns what identifies this start of the host. Only Linux tells it; elsewhere the id of a process has to do. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => '',
  )
}

/** Returns whether another process with this id runs. In a container the former one may have had the same id. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCodeOf(error) === 'EPERM'
  }
}
