import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { withoutMetadata } from '../../shared/pictures/withoutMetadata.ts'
import { createRandom } from '../../resolvers/lab/generator/random.ts'
import { ftyp } from '../mediaFiles.ts'
import { seed } from '../seed.ts'

/**
 * One picture of 24 × 16 pixels, which Pillow 12 has written in each format: with everything that a camera and an editor
 * add, where each text contains "Loom Cameras", and for comparison without any of that (`.clean`).
 */
const read = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/pictures/${name}`))
const mimeOf = (name: string) => `image/${name.replace(/.*\./, '').replace('jpg', 'jpeg')}`
const clean = (bytes: Uint8Array<ArrayBuffer>, name: string) => withoutMetadata(bytes, mimeOf(name))
const latin1 = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('latin1')
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const oriented = ['baseline.jpg', 'progressive.jpg', 'still.png', 'lossy.webp', 'lossless.webp']
const cleanable = [...oriented, 'animated.png', 'animated.gif', 'animated.webp']
const all = [...cleanable, 'still.avif', 'animated.avif']
const metadata = /Loom|Shuttle|2026:05:04|xmpmeta|Photoshop|MPF|tIME/

/** The entry of the orientation, 6, as the fixtures have it, in both orders of bytes. */
const entries = [
  ['\x01\x12\0\x03\0\0\0\x01\0\x06', '\x01\x12\0\x03\0\0\0\x01\0\x01'],
  ['\x12\x01\x03\0\x01\0\0\0\x06\0', '\x12\x01\x03\0\x01\0\0\0\x01\0'],
] as const
const upright = (bytes: Uint8Array<ArrayBuffer>) =>
  bytesOf(entries.reduce((text, [six, one]) => text.replace(six, one), latin1(bytes)))

describe('a picture without its metadata', () => {
  it.each(all)('has neither location nor camera: %s', (name) => {
    const original = read(name)
    const before = original.slice()
    expect(latin1(original)).toMatch(metadata)
    expect(latin1(clean(original, name))).not.toMatch(metadata)
    expect(original).toEqual(before)
  })

  it.each(cleanable)('is the same as one that never had any: %s', (name) => {
    const expected = read(name.replace('.', '.clean.'))
    expect(clean(upright(read(name)), name)).toEqual(expected)
    expect(clean(expected, name)).toEqual(expected)
  })

  it.each(oriented)('keeps the orientation, once: %s', (name) => {
    const result = latin1(clean(read(name), name))
    expect(result.split(entries[0][0])).toHaveLength(2)
    expect(result.length - read(name.replace('.', '.clean.')).length).toBeLessThanOrEqual(40)
    expect(latin1(clean(bytesOf(result), name))).toBe(result)
  })

  it('has no thumbnail in its JFIF segment, which may show more than the picture', () => {
    const original = latin1(read('baseline.clean.jpg'))
    const jfif = 'JFIF\0\x01\x01\0\0\x01\0\x01'
    expect(original).toContain(`\xff\xe0\0\x10${jfif}\0\0`)
    const thumbnail = original.replace(`\xff\xe0\0\x10${jfif}\0\0`, `\xff\xe0\0\x1c${jfif}\x02\x02twelve bytes`)
    expect(latin1(clean(bytesOf(thumbnail), 'baseline.jpg'))).toBe(original)
  })

  it('without an extended header has none to correct, and stays the same', () => {
    expect(clean(read('plain.webp'), 'plain.webp')).toEqual(read('plain.webp'))
  })

  it.each(['still.avif', 'animated.avif'])('has everything else at the same place: %s', (name) => {
    const original = read(name)
    const result = clean(original, name) ?? new Uint8Array()
    expect(result).toHaveLength(original.length)
    const changed = [...original.keys()].filter((index) => result[index] !== original[index])
    const [first = 0, last = 0] = [changed[0], changed.at(-1)]
    // Exif and XMP follow one another. Nothing that is not in them has changed.
    expect(latin1(original.subarray(first - 10, last + 10))).toMatch(/MM\0\*|II\*\0/)
    expect(last - first).toBeLessThan(600)
    expect(clean(result, name)).toEqual(result)
  })

  it('has no metadata in the frames of a WebP', () => {
    const original = read('animated.clean.webp')
    const at = latin1(original).indexOf('ANMF')
    const size = (bytes: Uint8Array<ArrayBuffer>, position: number) =>
      new DataView(bytes.buffer).getUint32(position, true)
    const end = at + 8 + size(original, at + 4)
    const added = bytesOf('EXIF\x0c\0\0\0Loom CamerasXMP \x03\0\0\0Pun\0')
    const marked = new Uint8Array([...original.subarray(0, end), ...added, ...original.subarray(end)])
    for (const position of [4, at + 4])
      new DataView(marked.buffer).setUint32(position, size(original, position) + added.length, true)
    expect(clean(marked, 'x.webp')).toEqual(original)
  })

  it('marks the orientation in the header of a WebP, and corrects the size', () => {
    const result = clean(read('lossy.webp'), 'lossy.webp') ?? new Uint8Array()
    expect(new DataView(result.buffer).getUint32(4, true)).toBe(result.length - 8)
    // A colour profile, and Exif.
    expect(result[20]).toBe(0x28)
  })
})

describe('a damaged picture', () => {
  it.each(all)('that is cut off anywhere has no metadata, or is refused: %s', (name) => {
    const original = read(name)
    for (let size = 0; size < original.length; size += 1)
      expect(latin1(clean(original.slice(0, size), name)), String(size)).not.toMatch(metadata)
  })

  it.each(all)('with wrong bytes is handled: %s', (name) => {
    console.log(`SEED=${seed}`)
    const random = createRandom(seed)
    const original = read(name)
    for (let run = 0; run < 2000; run += 1) {
      const damaged = original.slice()
      for (let count = 0; count < 1 + run / 100; count += 1)
        damaged[Math.floor(random() * damaged.length)] = random() < 0.3 ? 255 : Math.floor(random() * 256)
      expect((clean(damaged, name) ?? []).length).toBeLessThanOrEqual(original.length + 40)
    }
  })

  it.each([
    ['x.jpg', '\xff\xd8\xff\xdb\0\x01'],
    ['x.png', '\x89PNG\r\n\x1a\n\0\0\0\0\0\0\0\0\0\0\0\0'],
    ['x.gif', 'GIF89a\x01\0\x01\0\0\0\0\x99'],
    ['x.webp', 'RIFF\0\0\0\0WEBP'],
    ['x.webp', 'RIFF\x40\0\0\0WEBP\0\0\0\0\0\0\0\0'],
    ['x.avif', ftyp('avif', 'avif', 'mif1').replace('\0\0\0\x08mdat', '\0\0\0\x04mdat')],
  ])('keeps what follows the damage if no metadata is recognised in it: %s %j', (name, head) => {
    const harmless = latin1(clean(bytesOf(`${head} and more`), name)).replace(/(?<=^RIFF)[^]{4}/, '\0\0\0\0')
    expect(harmless).toBe(`${head} and more`.replace('RIFF\x40', 'RIFF\0'))
    const result = clean(bytesOf(`${head} Exif\0\0 Loom Cameras`), name)
    expect(latin1(result)).not.toMatch(metadata)
    expect(result === null).toBe(name === 'x.avif')
  })

  it('of an AVIF with the wide ids and sizes of the format has no metadata', () => {
    const infe = '\0\0\0\x16infe\x03\0\0\0\0\0\0\x01\0\0Exif'
    const iinf = `\0\0\0\x26iinf\x01\0\0\0\0\0\0\x01${infe}`
    const iloc = '\0\0\0\x24iloc\x02\0\0\0\x44\0\0\0\0\x01\0\0\0\x01\0\x01\0\0\0\x01\0\0\0\0\0\0\0\x0c'
    const idat = '\0\0\0\x14idatLoom Cameras'
    const meta = `\0\0\0\x01meta\0\0\0\0\0\0\0\x72\0\0\0\0${iinf}${iloc}${idat}`
    const picture = ftyp('avif', 'avif').slice(0, -8) + meta
    const expected = picture.replace('Loom Cameras', '\0'.repeat(12))
    expect(latin1(clean(bytesOf(picture), 'x.avif'))).toBe(expected)
    // A box without a size ends with the file.
    const toTheEnd = (text: string) => text.replace('\0\0\0\x14idat', '\0\0\0\0idat')
    expect(latin1(clean(bytesOf(toTheEnd(picture)), 'x.avif'))).toBe(toTheEnd(expected))
  })

  it('with many thousands of tiny parts, or parts within parts, ends', () => {
    const repeat = (head: string, part: string, size = megabyte / 8) =>
      bytesOf(head + part.repeat((size - head.length) / part.length))
    expect(clean(repeat('\xff\xd8', '\xff\xd0\xff\xfe\0\x02'), 'x.jpg')?.length).toBeLessThan(megabyte / 16)
    expect(clean(repeat('\xff\xd8', '\xff\0'), 'x.jpg')).toHaveLength(2)
    expect(clean(repeat('\x89PNG\r\n\x1a\n', '\0\0\0\0tEXt\0\0\0\0'), 'x.png')).toHaveLength(8)
    expect(clean(repeat('GIF89a\0\0\0\0\0\0\0', '!\xfe\0'), 'x.gif')).toHaveLength(13)
    expect(clean(repeat('RIFF\xff\xff\xff\0WEBP', 'EXIF\0\0\0\0'), 'x.webp')).toHaveLength(12)
    const frame = `RIFF\xff\xff\xff\0WEBPANMF\xff\xff\xff\0${'\0'.repeat(16)}`
    expect(clean(repeat(frame, 'EXIF\0\0\0\0'), 'x.webp')).toHaveLength(36)
    expect(clean(repeat('RIFF\xff\xff\xff\0WEBP', 'ANMF\0\0\0\0'), 'x.webp')).not.toBeNull()
    const boxes = (type: string) => repeat(ftyp('avif', 'avif').slice(0, -8), `\0\x0f\0\0${type}`, megabyte)
    for (const type of ['meta', 'moov', 'trak']) expect(clean(boxes(type), 'x.avif')).not.toBeNull()
    // Each of many boxes says that its Exif is the same half of the file.
    const infe = '\0\0\0\x14infe\x02\0\0\0\0\x01\0\0Exif'
    const iinf = `\0\0\0\x22iinf\0\0\0\0\0\x01${infe}`
    const iloc = '\0\0\0\x1eiloc\0\0\0\0\x44\0\0\x01\0\x01\0\0\0\x01\0\0\0\x40\0\x07\0\0'
    const mdat = `\0\x08\0\0mdat${'x'.repeat(0x07_fff8)}`
    const meta = `\0\0\0\x4cmeta\0\0\0\0${iinf}${iloc}`
    expect(clean(repeat(ftyp('avif', 'avif').slice(0, -8) + mdat, meta, megabyte), 'x.avif')).toBeNull()
  })
})
