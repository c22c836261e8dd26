import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Creates the folder of a PGlite if it does not exist, and locks it for this process: two processes would damage the
 * database. A lock that a killed process has left is replaced. Returns a function that releases the lock. Throws
 * `FolderInUseError`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'weft.lock')
  if (!(await tryLock(file))) {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (isRunning(owner)) throw new FolderInUseError(`The process ${owner} has ${folder} open. Stop it first.`)
    await rm(file, { force: true })
    if (!(await tryLock(file))) throw new FolderInUseError(`Another process has just opened ${folder}.`)
  }
  return () => rm(file, { force: true })
}

/** Writes the id of this process to the file. Returns false if the file exists. */
async function tryLock(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(String(process.pid))
    await handle.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Returns whether another process with this id runs. In a container the former one may have had the same id. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
