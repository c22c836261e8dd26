import { maxMegabytes, megabyte, sniff } from '../../shared/formats.ts'
import type { ReadTables, Tables } from '../store/port.ts'
import type { FileRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, type Call } from './call.ts'
import { badInput } from './errors.ts'

const dayInMs = 24 * 60 * 60 * 1000
const prefix = '/media/'

/**
 * Keeps a picture or video of the viewer's; answers its address. It stays as long as what shows it; what nothing has shown
 * for a day goes with the next one that its owner adds. Its type is what its first bytes say. Throws `BAD_INPUT`.
 */
export async function addFile(call: Call, content: Blob): Promise<string> {
  const { clock, ids } = call.services
  const type = await typeOf(content)
  const bytes = await content.arrayBuffer()
  return changeAsViewer(call, async ({ tx, viewer }) => {
    const addedAt = clock()
    for (const old of await tx.files.unusedOf(viewer.id)) {
      if (old.addedAt < addedAt - dayInMs) await tx.files.remove(old.id)
    }
    const id = ids()
    await tx.files.put({
      id,
      ownerId: viewer.id,
      usedBy: [],
      type,
      addedAt,
      content: bytes,
    })
    return prefix + id
  })
}

/** The MIME type of a picture or video that may be kept. Throws `BAD_INPUT` for any other file. */
async function typeOf(content: Blob): Promise<string> {
  if (content.size === 0) throw badInput('body', 'must not be empty')
  const format = await sniff(content)
  if (format === null || format === 'HEIC') throw badInput('body', 'must be a picture or video Weft can show')
  const limit = maxMegabytes[format.kind]
  if (content.size > limit * megabyte) throw badInput('body', `must not be larger than ${limit} MB`)
  return format.mime
}

/** Returns the picture or video at an address that `addFile` returned. Anyone may see it. */
export async function readFile(tables: Pick<ReadTables, 'files'>, url: string): Promise<Blob | undefined> {
  const file = await findFile(tables, url)
  return file && new Blob([file.content], { type: file.type })
}

async function findFile(tables: Pick<ReadTables, 'files'>, url: string): Promise<FileRow | undefined> {
  return url.startsWith(prefix) ? tables.files.get(url.slice(prefix.length)) : undefined
}

/**
 * A post or member (`usedBy`) shows `next` now instead of `last`. Only an owner's own file is kept for it, and it goes with
 * the last that shows it.
 */
export async function replaceFile(
  tx: Tables,
  owner: UserRow,
  usedBy: string,
  last: string,
  next: string,
): Promise<void> {
  if (last === next) return
  const freed = await findFile(tx, last)
  if (freed?.usedBy.includes(usedBy)) await letGo(tx, freed, usedBy)
  const kept = await findFile(tx, next)
  if (kept?.ownerId === owner.id) await tx.files.put({ ...kept, usedBy: [...kept.usedBy, usedBy] })
}

async function letGo(tx: Tables, file: FileRow, usedBy: string): Promise<void> {
  const left = file.usedBy.filter((id) => id !== usedBy)
  await (left.length > 0 ? tx.files.put({ ...file, usedBy: left }) : tx.files.remove(file.id))
}
