import type { ReadTables, Tables } from '../store/port.ts'
import type { FileRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, type Call } from './call.ts'
import { badInput } from './errors.ts'

/** Bytes. */
const megabyte = 1_048_576

/** What may be kept, and how large it may be. Nothing that a browser would execute: no SVG, no HTML (decisions, "Screens"). */
export const largestFile: Readonly<Record<string, number>> = {
  'image/jpeg': 4 * megabyte,
  'image/png': 4 * megabyte,
  'image/gif': 4 * megabyte,
  'image/webp': 4 * megabyte,
  'image/avif': 4 * megabyte,
  'video/mp4': 9.5 * megabyte,
  'video/quicktime': 9.5 * megabyte,
  'video/webm': 9.5 * megabyte,
  'video/ogg': 9.5 * megabyte,
}

const dayInMs = 24 * 60 * 60 * 1000
const prefix = '/media/'

/**
 * Keeps a picture or video of the viewer's; answers its address. It stays as long as what shows it; what nothing has shown
 * for a day goes with the next one that its owner adds. Throws `BAD_INPUT`.
 */
export async function addFile(call: Call, content: Blob): Promise<string> {
  const { clock, ids } = call.services
  const type = content.type.toLowerCase()
  const limit = Object.hasOwn(largestFile, type) ? largestFile[type] : undefined
  if (limit === undefined) throw badInput('Content-Type', 'must be that of a picture or video Weft can show')
  if (content.size === 0) throw badInput('body', 'must not be empty')
  if (content.size > limit) throw badInput('body', `must not be larger than ${limit / megabyte} MB`)
  return changeAsViewer(call, async ({ tx, viewer }) => {
    const addedAt = clock()
    for (const old of await tx.files.unusedOf(viewer.id)) {
      if (old.addedAt < addedAt - dayInMs) await tx.files.remove(old.id)
    }
    const id = ids()
    await tx.files.put({ id, ownerId: viewer.id, usedBy: '', type, addedAt, content })
    return prefix + id
  })
}

/** The file at an address of `addFile`'s, for anyone. */
export async function findFile(tables: Pick<ReadTables, 'files'>, url: string): Promise<FileRow | undefined> {
  return url.startsWith(prefix) ? tables.files.get(url.slice(prefix.length)) : undefined
}

/**
 * A post or member (`userId`) shows `next` now instead of `last`: the file behind `last` is freed, the one behind `next`
 * kept, each only if it is the owner's own and nothing else shows it.
 */
export async function replaceFile(tx: Tables, owner: UserRow, usedBy: string, last: string, next: string): Promise<void> {
  if (last === next) return
  const freed = await findFile(tx, last)
  if (freed?.usedBy === usedBy) await tx.files.remove(freed.id)
  const kept = await findFile(tx, next)
  if (kept?.usedBy === '' && kept.ownerId === owner.id) await tx.files.put({ ...kept, usedBy })
}
