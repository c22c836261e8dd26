import { maxFrames, maxMediaSide, maxMegabytes, maxMegapixels, mediaPath, megabyte } from '../../shared/formats.ts'
import type { PictureProblem } from '../../shared/pictures/header.ts'
import { sniff, SNIFFED_BYTES } from '../../shared/sniff.ts'
import { blobOf, partsOf } from '../lib/bytes.ts'
import { CommitUnknownError } from '../store/errors.ts'
import type { ByteRange, Bytes, Content, FileAddress, ReadTables, Store } from '../store/port.ts'
import { changeAsViewer, requireViewer, type ChangeContext, type ServiceContext } from './serviceContext.ts'
import { ApiError, badInput } from './errorCatalogue.ts'

const URL_PREFIX = `${mediaPath}/`

/**
 * Stores a picture or video of the viewer and returns its URL. It is kept as long as a post or profile shows it, and for
 * two days before one does. The first bytes determine the type. Reads a stream only as far as the limit of its type.
 * Throws `BAD_INPUT`, `TOO_LARGE`; on a server `TOO_MANY_REQUESTS`, `QUOTA_EXCEEDED`.
 */
export async function addFile(ctx: ServiceContext, content: Blob | AsyncGenerator<Bytes, void>): Promise<string> {
  const { store, ids, report, fileQuota } = ctx
  await requireViewer(ctx)
  await ctx.rateLimits?.consume('upload', ctx.client)
  const id = ids()
  const chunks = content instanceof Blob ? partsOf(content) : content
  try {
    const { type, bytes } = await readMedia(chunks)
    const size = await store.blobs.put(id, bytes, type)
    const insert = async ({ tx, viewer, now }: ChangeContext) => {
      await tx.files.insert({ id, ownerId: viewer.id, type, size, addedAt: now })
      if (fileQuota !== undefined && (await tx.files.totalSizeOf(viewer.id)) > fileQuota)
        throw new ApiError('QUOTA_EXCEEDED')
    }
    // Uploads of one user take turns here, so that each sees the sizes of those before it.
    await changeAsViewer(ctx, insert, { viewerLock: 'change' })
  } catch (error) {
    // After an unknown commit the row may exist, so its bytes are kept. Without a row, housekeeping removes them.
    if (!(error instanceof CommitUnknownError)) await store.blobs.remove(id).catch(report)
    throw error
  } finally {
    await chunks.return()
  }
  return URL_PREFIX + id
}

interface Media {
  /** A MIME type. */
  type: string
  bytes: Iterable<Bytes> | AsyncIterable<Bytes>
}

/**
 * Returns the type of a picture or video, and its bytes: those of a picture without its metadata. Throws `TOO_LARGE` at
 * the limit of their type, for a video while it is read, and `BAD_INPUT` for any other file and for a picture that has no
 * pixels or too many.
 */
async function readMedia(chunks: AsyncGenerator<Bytes, void>): Promise<Media> {
  const start: Bytes[] = []
  for (let size = 0; size < SNIFFED_BYTES;) {
    const { done, value } = await chunks.next()
    if (done) break
    start.push(value)
    size += value.length
  }
  const head = new Blob(start)
  if (head.size === 0) throw badInput('body', 'must not be empty')
  const format = await sniff(head)
  if (format === null || format === 'HEIC') throw badInput('body', 'must be a picture or video Weft can show')
  const { kind, mime } = format
  const bytes = limited(start, chunks, maxMegabytes[kind])
  return { type: mime, bytes: kind === 'VIDEO' ? bytes : [await storablePicture(bytes, mime)] }
}

const pictureProblems: Readonly<Record<PictureProblem, string>> = {
  damaged: 'is a damaged picture',
  side: `must not be wider or higher than ${maxMediaSide} pixels`,
  pixels: `must not have more than ${maxMegapixels} megapixels`,
  frames: `must not have more than ${maxFrames} frames`,
}

/** Returns a picture without its metadata. A picture is small enough to be in memory. */
async function storablePicture(bytes: AsyncIterable<Bytes>, type: string): Promise<Bytes> {
  const [{ withoutMetadata }, { pictureProblem }, picture] = await Promise.all([
    import('../../shared/pictures/withoutMetadata.ts'),
    import('../../shared/pictures/header.ts'),
    blobOf(bytes),
  ])
  const sent = new Uint8Array(await picture.arrayBuffer())
  const problem = pictureProblem(sent, type)
  if (problem) throw badInput('body', pictureProblems[problem])
  const result = withoutMetadata(sent, type)
  // What is stored is checked, too: of a damaged picture little may be left.
  if (!result || pictureProblem(result, type)) throw badInput('body', pictureProblems.damaged)
  return result
}

async function* limited(
  start: readonly Bytes[],
  rest: AsyncGenerator<Bytes, void>,
  megabytes: number,
): AsyncGenerator<Bytes, void> {
  let left = megabytes * megabyte
  for (const chunks of [start, rest]) {
    for await (const chunk of chunks) {
      left -= chunk.length
      if (left < 0) throw new ApiError('TOO_LARGE', `body must not be larger than ${megabytes} MB.`)
      yield chunk
    }
  }
}

/** A stored picture or video. */
export interface StoredFile {
  type: string
  size: number
  /** Returns its bytes, or some of them. Undefined if it was removed meanwhile. */
  read(range?: ByteRange): Promise<Content | undefined>
  /** Returns where a client can read it; undefined if it has to be read here. */
  address(): Promise<FileAddress | undefined>
}

/** Returns the picture or video at a URL of `addFile`. Needs no viewer. */
export async function readFile({ read, blobs }: Store, url: string): Promise<StoredFile | undefined> {
  const id = fileIdIn(url)
  const [file] = id === undefined ? [] : await read.files.getMany([id])
  if (!file) return undefined
  const { type, size } = file
  return {
    type,
    size,
    read: (range = { start: 0, end: size }) => blobs.get(file.id, range),
    address: async () => blobs.addressOf?.(file.id),
  }
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
  const { files, fileUses } = change.tx
  const shown = fileIdIn(next)
  const file = shown === undefined ? undefined : await files.lock(shown, 'reference')
  if (file?.ownerId === change.viewer.id) await fileUses.insertIfNew({ fileId: file.id, usedBy })
}

/** Records that a post or user no longer shows the file at this URL, and removes it if nothing else does. */
export async function releaseFile(change: FileChange, usedBy: string, url: string): Promise<void> {
  const { files, fileUses } = change.tx
  const id = fileIdIn(url)
  if (id !== undefined && (await fileUses.remove([id, usedBy])) > 0 && (await files.lock(id, 'remove')))
    await removeUnused(change, [id])
}

type FileChange = Pick<ChangeContext, 'tx' | 'removeBytes'>

/** Removes those of these files that no post or profile shows. The transaction has locked them. */
export async function removeUnused({ tx, removeBytes }: FileChange, ids: readonly string[]): Promise<void> {
  for (const id of await unusedFiles(tx, ids)) {
    await tx.files.remove(id)
    removeBytes(id)
  }
}

/** Returns those of these ids of files that no post or profile shows. */
export async function unusedFiles(
  { fileUses }: Pick<ReadTables, 'fileUses'>,
  ids: readonly string[],
): Promise<string[]> {
  const uses =
    ids.length === 0
      ? []
      : await fileUses.pages(
          'byFile',
          ids.map((of) => ({ of, limit: 1 })),
        )
  return ids.filter((_id, index) => uses[index]?.length === 0)
}
