import { maxMegabytes, megabyte, sniff } from '../../shared/formats.ts'
import { DAY_MS } from '../lib/dates.ts'
import type { ReadTables, Tables } from '../store/port.ts'
import type { FileRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, type ServiceContext } from './serviceContext.ts'
import { badInput } from './errors.ts'

const URL_PREFIX = '/media/'

/**
 * Stores a picture or video of the viewer and returns its URL. It is kept as long as a post or profile shows it. Files
 * of the viewer that are older than a day and not shown anywhere are deleted first. The first bytes determine the type.
 * Throws `BAD_INPUT`.
 */
export async function addFile(ctx: ServiceContext, content: Blob): Promise<string> {
  const { clock, ids } = ctx
  const type = await typeOf(content)
  const bytes = await content.arrayBuffer()
  return changeAsViewer(ctx, async ({ tx, viewer }) => {
    const addedAt = clock()
    for (const old of await tx.files.unusedOf(viewer.id)) {
      if (old.addedAt < addedAt - DAY_MS) await tx.files.remove(old.id)
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
    return URL_PREFIX + id
  })
}

/**
 * Returns the MIME type of a picture or video. Throws `BAD_INPUT` for any other file and for a file that is too large.
 */
async function typeOf(content: Blob): Promise<string> {
  if (content.size === 0) throw badInput('body', 'must not be empty')
  const format = await sniff(content)
  if (format === null || format === 'HEIC') throw badInput('body', 'must be a picture or video Weft can show')
  const limit = maxMegabytes[format.kind]
  if (content.size > limit * megabyte) throw badInput('body', `must not be larger than ${limit} MB`)
  return format.mime
}

/** Returns the picture or video at a URL of `addFile`. Needs no viewer. */
export async function readFile(tables: Pick<ReadTables, 'files'>, url: string): Promise<Blob | undefined> {
  const file = await findFile(tables, url)
  return file && new Blob([file.content], { type: file.type })
}

async function findFile(tables: Pick<ReadTables, 'files'>, url: string): Promise<FileRow | undefined> {
  return url.startsWith(URL_PREFIX) ? tables.files.get(url.slice(URL_PREFIX.length)) : undefined
}

/**
 * Records that a post or user (`usedBy` is its id) shows the URL `next` instead of `last`. Removes the file at `last`
 * if nothing shows it any more. Ignores URLs that are not files of `owner`.
 */
export async function replaceFile(
  tx: Tables,
  owner: UserRow,
  usedBy: string,
  last: string,
  next: string,
): Promise<void> {
  if (last === next) return
  const previous = await findFile(tx, last)
  if (previous?.usedBy.includes(usedBy)) await releaseFile(tx, previous, usedBy)
  const shown = await findFile(tx, next)
  if (shown?.ownerId === owner.id) await tx.files.put({ ...shown, usedBy: [...shown.usedBy, usedBy] })
}

async function releaseFile(tx: Tables, file: FileRow, usedBy: string): Promise<void> {
  const left = file.usedBy.filter((id) => id !== usedBy)
  await (left.length > 0 ? tx.files.put({ ...file, usedBy: left }) : tx.files.remove(file.id))
}
