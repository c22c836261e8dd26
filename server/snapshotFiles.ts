import { existsSync } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { failure, systemCodeOf } from './systemErrors.ts'

export const SNAPSHOT_ADVICE = 'Name a file that "export" or the lab has written.'

/** Opens a snapshot. The message of what it throws says why that failed. */
export async function openSnapshot(file: string): Promise<FileHandle> {
  try {
    // Before it is opened: that of a pipe waits for its writer.
    const entry = await stat(file)
    if (entry.isFile()) return await open(file)
  } catch (error) {
    throw failure(`${file} cannot be read`, error, SNAPSHOT_ADVICE, { ENOENT: 'there is no such file' })
  }
  throw new Error(`${file} cannot be read: it is not a file. ${SNAPSHOT_ADVICE}`)
}

/**
 * Creates a file with what `work` writes. Until it is complete, it has a name that ends with `.part`; if `work` rejects,
 * it is removed.
 */
export async function writeNewFile(
  file: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`
  const advice = 'Name a new file in a folder that this user may write.'
  const failed = (error: unknown) =>
    failure(`${file} cannot be written`, error, advice, { ENOENT: 'its folder does not exist' })
  if (existsSync(file)) throw new Error(`${file} cannot be written: it exists already. ${advice}`)
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw failed(error)
    throw new Error(`${part} exists: another export is writing it, or was killed. Then delete it.`)
  })
  try {
    await work(async (text) => {
      await handle.appendFile(text).catch((error: unknown) => {
        throw failed(error)
      })
    })
    await handle.sync()
    await handle.close()
    await rename(part, file)
  } catch (error) {
    await handle.close()
    await rm(part, { force: true })
    throw error
  }
}
