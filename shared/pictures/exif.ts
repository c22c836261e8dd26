import { bytesOf, bytesOfNumber, joined, numberAt, reversedNumberAt, textAt, type Bytes } from './bytes.ts'

const ORIENTATION = 0x0112
const SHORT = 3

/**
 * Returns Exif (the TIFF structure in it) that has nothing but the orientation of the given one. Returns undefined if that
 * has none, or the usual one.
 */
export function orientationOf(tiff: Uint8Array): Bytes | undefined {
  const order = textAt(tiff, 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const read = order === 'MM' ? numberAt : reversedNumberAt
  const directory = read(tiff, 4, 4)
  const count = read(tiff, directory, 2)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + 12 * index
    if (entry + 12 > tiff.length) return undefined
    if (read(tiff, entry, 2) !== ORIENTATION || read(tiff, entry + 2, 2) !== SHORT) continue
    const orientation = read(tiff, entry + 8, 2)
    return orientation > 1 && orientation <= 8 ? tiffOf(orientation) : undefined
  }
  return undefined
}

function tiffOf(orientation: number): Bytes {
  const entry = [bytesOfNumber(ORIENTATION, 2), bytesOfNumber(SHORT, 2), bytesOfNumber(1, 4)]
  const value = [bytesOfNumber(orientation, 2), bytesOfNumber(0, 2)]
  // One directory at offset 8 with one entry; no further directory.
  return joined(bytesOf('MM\0*\0\0\0\x08\0\x01'), ...entry, ...value, bytesOfNumber(0, 4))
}
