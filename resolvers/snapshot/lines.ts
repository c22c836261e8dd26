import { maxMegabytes, megabyte } from '../../shared/formats.ts'
import { BadFileError } from './check.ts'

/** A file with synchronous reads. An IndexedDB transaction ends when anything but its own requests is awaited. */
export interface SyncFile {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

export interface Line {
  /** Counted from 1. */
  number: number
  text: string
  /** The offset of the byte after this line. */
  end: number
}

/** Exists only in workers. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(file: Blob): ArrayBuffer }) | undefined

const CHUNK_SIZE = megabyte
/** More than the row of the largest video in base64. */
const MAX_LINE_LENGTH = 2 * maxMegabytes.VIDEO * megabyte
const lineFeed = 10

/** Opens a file for synchronous reads. Outside a worker, reads all of it into memory. */
export async function openSyncFile(file: Blob): Promise<SyncFile> {
  const { size } = file
  if (typeof FileReaderSync !== 'undefined') {
    const reader = new FileReaderSync()
    return { size, read: (from, to) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to))) }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { size, read: (from, to) => bytes.subarray(from, to) }
}

/**
 * Yields the lines of a file, with at most one chunk and one line in memory. Throws `BadFileError` for a line that is
 * not UTF-8.
 */
export function* linesOf(file: SyncFile): Generator<Line, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  /** The start of a line that continues in the next chunk. */
  let rest: Uint8Array = new Uint8Array()

  const lineOf = (bytes: Uint8Array, end: number): Line => {
    number += 1
    try {
      return { number, text: decoder.decode(bytes), end }
    } catch {
      throw new BadFileError(number, 'this is not text')
    }
  }

  for (let from = 0; from < file.size; from += CHUNK_SIZE) {
    const chunk = file.read(from, Math.min(from + CHUNK_SIZE, file.size))
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield lineOf(concat(rest, chunk.subarray(start, end)), from + end + 1)
      rest = new Uint8Array()
      start = end + 1
    }
    rest = concat(rest, chunk.subarray(start))
    if (rest.length > MAX_LINE_LENGTH) throw new BadFileError(number + 1, 'the line is too long')
  }
  if (rest.length > 0) yield lineOf(rest, file.size)
}

function concat(start: Uint8Array, end: Uint8Array): Uint8Array {
  if (start.length === 0) return end
  const both = new Uint8Array(start.length + end.length)
  both.set(start)
  both.set(end, start.length)
  return both
}
