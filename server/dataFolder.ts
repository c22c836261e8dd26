import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { number, object, safeParse, string, type InferOutput } from 'valibot'
import { parseJson } from '../shared/json.ts'

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** The content of a lock: the process that has the folder. Ids of processes are those of a host and of one of its starts. */
const ownerShape = object({ pid: number(), host: string(), boot: string() })
type Owner = InferOutput<typeof ownerShape>

/**
 * Creates the folder of a PGlite if it does not exist, and locks it for this process: two processes would damage the
 * database. A lock that a killed process has left is replaced, unless that process ran on another host, such as another
 * container: nothing tells whether it still runs. Returns a function that releases the lock. Throws `FolderInUseError`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
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
  await writeFile(written, text)
  try {
    await link(written, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].some((code) => hasCode(error, code))) throw error
    const folder = dirname(file)
    const advice = 'Set DATA_DIR to a folder on another one.'
    throw new Error(`${folder} cannot be locked: its file system has no hard links. ${advice}`, { cause: error })
  } finally {
    await rm(written)
  }
}

/** Removes a lock with this text. Returns false if another process has replaced it meanwhile. */
async function removeStale(file: string, text: string): Promise<boolean> {
  const removed = `${file}.${randomUUID()}`
  try {
    await rename(file, removed)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
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
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
