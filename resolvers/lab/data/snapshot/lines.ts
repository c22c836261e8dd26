import { maxMegabytes, megabyte } from '../../../../shared/formats.ts'
import { BadFileError } from './badFile.ts'

/** A file that is read at once, without waiting: within a transaction nothing else may be waited for. */
export interface Readable {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

export interface Line {
  /** Counted from 1. */
  number: number
  text: string
  /** Bytes up to its end. */
  end: number
}

/** Workers alone have it: elsewhere, a file is read beforehand. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(file: Blob): ArrayBuffer }) | undefined

const pieceSize = megabyte
/** No row is longer than a video in base64 with all that stands beside it. */
const longest = 2 * maxMegabytes.VIDEO * megabyte
const lineFeed = 10

export async function readable(file: Blob): Promise<Readable> {
  const { size } = file
  if (typeof FileReaderSync !== 'undefined') {
    const reader = new FileReaderSync()
    return { size, read: (from, to) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to))) }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { size, read: (from, to) => bytes.subarray(from, to) }
}

/** The lines of a file, never more than a piece of it and one line in memory. Throws `BadFileError` for what is no text. */
export function* linesOf(file: Readable): Generator<Line, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  /** The start of a line that the next piece goes on with. */
  let rest: Uint8Array = new Uint8Array()

  const lineOf = (bytes: Uint8Array, end: number): Line => {
    number += 1
    try {
      return { number, text: decoder.decode(bytes), end }
    } catch {
      throw new BadFileError(number, 'this is no text')
    }
  }

  for (let from = 0; from < file.size; from += pieceSize) {
    const piece = file.read(from, Math.min(from + pieceSize, file.size))
    let start = 0
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
      yield lineOf(joined(rest, piece.subarray(start, end)), from + end + 1)
      rest = new Uint8Array()
      start = end + 1
    }
    rest = joined(rest, piece.subarray(start))
    if (rest.length > longest) throw new BadFileError(number + 1, 'the line is longer than any row')
  }
  if (rest.length > 0) yield lineOf(rest, file.size)
}

function joined(start: Uint8Array, end: Uint8Array): Uint8Array {
  if (start.length === 0) return end
  const both = new Uint8Array(start.length + end.length)
  both.set(start)
  both.set(end, start.length)
  return both
}
