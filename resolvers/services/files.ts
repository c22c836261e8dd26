import { maxMegabytes, megabyte } from '../../shared/formats.ts'
import { sniff } from '../../shared/sniff.ts'
import { DAY_MS } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import { changeAsViewer, requireViewer, type ChangeContext, type ServiceContext } from './serviceContext.ts'
import { badInput } from './errors.ts'

const URL_PREFIX = '/media/'

/**
 * Stores a picture or video of the viewer and returns its URL. It is kept as long as a post or profile shows it. Files
 * of the viewer that are older than a day and not shown anywhere are deleted first. The first bytes determine the type.
 * Throws `BAD_INPUT`; on a server `TOO_MANY_REQUESTS`.
 */
export async function addFile(ctx: ServiceContext, content: Blob): Promise<string> {
  const { store, ids } = ctx
  const type = await typeOf(content)
  const bytes = await content.arrayBuffer()
  await requireViewer(ctx)
  await ctx.rateLimits?.consume('upload', ctx.client)
  const id = ids()
  await store.blobs.put(id, bytes)
  try {
    await changeAsViewer(ctx, async (change) => {
      const { tx, viewer, now } = change
      for (const old of await tx.files.unusedOf(viewer.id)) {
        if (old.addedAt < now - DAY_MS) await removeIfUnused(change, old.id)
      }
      await tx.files.insert({ id, ownerId: viewer.id, type, size: bytes.byteLength, addedAt: now })
    })
  } catch (error) {
    await store.blobs.remove(id)
    throw error
  }
  return URL_PREFIX + id
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
export async function readFile({ read, blobs }: Store, url: string): Promise<Blob | undefined> {
  const id = fileIdIn(url)
  const file = id === undefined ? undefined : await read.files.get(id)
  const content = file && (await blobs.get(file.id))
  return content?.slice(0, content.size, file?.type)
}

/** Returns the id in a URL of `addFile`, undefined for any other URL. */
function fileIdIn(url: string): string | undefined {
  return url.startsWith(URL_PREFIX) ? url.slice(URL_PREFIX.length) : undefined
}

/**
 * Records that a post or user (`usedBy` is its id) shows the URL `next` instead of `last`. Removes the file at `last`
 * if nothing shows it any more. Ignores URLs that are not files of the viewer.
 */
export async function replaceFile(change: ChangeContext, usedBy: string, last: string, next: string): Promise<void> {
  if (last === next) return
  await releaseFile(change, usedBy, last)
  const { files } = change.tx
  const shown = fileIdIn(next)
  const file = shown === undefined ? undefined : await files.lock(shown, 'reference')
  if (file?.ownerId === change.viewer.id) await files.insertUse({ fileId: file.id, usedBy })
}

/** Records that a post or user no longer shows the file at this URL, and removes it if nothing else does. */
export async function releaseFile(change: FileChange, usedBy: string, url: string): Promise<void> {
  const { files } = change.tx
  const id = fileIdIn(url)
  if (id !== undefined && (await files.removeUse(id, usedBy))) await removeIfUnused(change, id)
}

type FileChange = Pick<ChangeContext, 'tx' | 'removeBytes'>

async function removeIfUnused({ tx, removeBytes }: FileChange, id: string): Promise<void> {
  const file = await tx.files.lock(id, 'remove')
  if (!file || (await tx.files.isUsed(id))) return
  await tx.files.remove(id)
  removeBytes(id)
}
