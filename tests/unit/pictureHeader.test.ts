import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { maxFrames, maxMediaSide } from '../../shared/formats.ts'
import { createRandom } from '../../resolvers/lab/generator/random.ts'
import { pictureProblem } from '../../shared/pictures/header.ts'
import { ftyp, gif, png, pngOf } from '../mediaFiles.ts'
import { seed } from '../seed.ts'

const folder = 'tests/fixtures/pictures'
const fixtures = readdirSync(folder)
const read = (name: string) => new Uint8Array(readFileSync(`${folder}/${name}`))
const mimeOf = (name: string) => `image/${name.replace(/.*\./, '').replace('jpg', 'jpeg')}`
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const problemOf = (name: string, text: string) => pictureProblem(bytesOf(text), mimeOf(name))

/** Replaces bytes of a fixture, written as text of one character for each. */
function changed(name: string, from: string | RegExp, to: string): string {
  const text = Buffer.from(read(name)).toString('latin1')
  expect(text.replace(from, to)).not.toBe(text)
  return text.replace(from, to)
}

const two = (value: number) => String.fromCharCode(value >> 8, value & 0xff)
const reversedTwo = (value: number) => String.fromCharCode(value & 0xff, value >> 8)
const four = (value: number) => two(value >>> 16) + two(value & 0xffff)
const reversedThree = (value: number) => reversedTwo(value & 0xffff) + String.fromCharCode(value >> 16)

/** A picture of each format that says it has this size. */
const sized: [name: string, make: (width: number, height: number) => string][] = [
  ['x.png', pngOf],
  ['x.gif', (width, height) => gif.replace('\x01\0\x01\0', reversedTwo(width) + reversedTwo(height))],
  // Of the image in it, which browsers show whole.
  [
    'x.gif',
    (width, height) => gif.replace(',\0\0\0\0\x01\0\x01\0', `,\0\0\0\0${reversedTwo(width)}${reversedTwo(height)}`),
  ],
  ['baseline.clean.jpg', (width, height) => changed('baseline.clean.jpg', '\0\x10\0\x18', two(height) + two(width))],
  ['progressive.jpg', (width, height) => changed('progressive.jpg', '\0\x10\0\x18', two(height) + two(width))],
  [
    'animated.webp',
    (width, height) =>
      changed('animated.webp', '\x17\0\0\x0f\0\0', reversedThree(width - 1) + reversedThree(height - 1)),
  ],
  [
    'plain.webp',
    (width, height) => changed('plain.webp', /(?<=\x9d.\*)[^]{4}/s, reversedTwo(width) + reversedTwo(height)),
  ],
  ['still.avif', (width, height) => changed('still.avif', '\0\0\0\x18\0\0\0\x10', four(width) + four(height))],
  [
    'animated.avif',
    (width, height) => changed('animated.avif', /(?<=av01\0{6}[^]{18})[^]{4}/, two(width) + two(height)),
  ],
]

describe('the header of a picture', () => {
  it.each(fixtures)('is read without decoding it: %s', (name) => {
    expect(pictureProblem(read(name), mimeOf(name))).toBeUndefined()
  })

  it.each(sized)('says how large it is: %s', (name, make) => {
    expect(problemOf(name, make(7000, 7000))).toBeUndefined()
    expect(problemOf(name, make(10_000, 5001))).toBe('pixels')
    // The size of a WebP without extensions has 14 bits.
    if (name === 'plain.webp') return
    expect(problemOf(name, make(maxMediaSide, 1))).toBeUndefined()
    expect(problemOf(name, make(maxMediaSide + 1, 1))).toBe('side')
    expect(problemOf(name, make(1, maxMediaSide + 1))).toBe('side')
  })

  it('says that a PNG of one bit has too many pixels', () => {
    expect(problemOf('x.png', pngOf(30_000, 30_000))).toBe('side')
    expect(problemOf('x.png', pngOf(8000, 8000))).toBe('pixels')
    expect(problemOf('x.png', pngOf(0xffff_ffff, 1))).toBe('side')
  })

  it('says how many frames an animation has', () => {
    const image = gif.slice(13, -1)
    const gifOf = (frames: number) => `${gif.slice(0, 13)}${image.repeat(frames)};`
    const webp = Buffer.from(read('animated.clean.webp')).toString('latin1')
    const frame = webp.slice(webp.indexOf('ANMF'), webp.lastIndexOf('ANMF'))
    const webpOf = (frames: number) => webp.slice(0, webp.indexOf('ANMF')) + frame.repeat(Math.ceil(frames / 2))
    const avifOf = (frames: number) => changed('animated.avif', /(?<=stsz[^]{8})[^]{4}/g, four(frames))
    for (const [name, make] of [
      ['x.gif', gifOf],
      ['x.png', (frames: number) => pngOf(1, 1, frames)],
      ['x.webp', webpOf],
      ['x.avif', avifOf],
    ] as const) {
      expect(problemOf(name, make(maxFrames)), name).toBeUndefined()
      expect(problemOf(name, make(maxFrames + 2)), name).toBe('frames')
    }
  })

  it.each([
    ['x.jpg', '\xff\xd8\xff'],
    ['x.jpg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['x.jpg', '\xff\xd8\xff\xd9'],
    ['x.jpg', '\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xd9'],
    ['x.png', png.slice(0, 8)],
    ['x.png', png.slice(0, 33)],
    ['x.png', pngOf(0, 5)],
    ['x.png', png.replace('IHDR', 'IDAT')],
    ['x.gif', 'GIF89a'],
    ['x.gif', 'GIF89a!'],
    ['x.gif', gif.slice(0, 13)],
    ['x.gif', `${gif.slice(0, 24)}\0;`],
    ['x.webp', 'RIFF\x24\0\0\0WEBP'],
    ['x.webp', 'RIFF\x24\0\0\0WEBPVP8L'],
    ['x.avif', ftyp('avif', 'avif')],
    ['x.avif', 'nothing'],
  ])('is missing, so that the picture is damaged: %s %j', (name, text) => {
    expect(problemOf(name, text)).toBe('damaged')
  })

  it('is not looked for in more parts than an encoder writes', () => {
    const many = 20_001
    const webp = Buffer.from(read('plain.webp')).toString('latin1')
    const avif = Buffer.from(read('still.avif')).toString('latin1')
    const damaged: [name: string, text: string][] = [
      ['x.avif', `${avif}${'\0\0\0\x08free'.repeat(many)}`],
      ['x.avif', Array.from({ length: many }, (_, at) => `${four(8 * (many - at))}moov`).join('')],
      ['x.gif', gif.replace(';', '!\x01\0'.repeat(many))],
      ['x.jpg', changed('baseline.clean.jpg', '\xff\xd9', '\xff\x01'.repeat(many))],
      ['x.png', png.replace('\0\0\0\0IEND', '\0\0\0\0abCDcccc'.repeat(many))],
      ['x.webp', `${webp}${'abcd\0\0\0\0'.repeat(many)}`],
      [
        'x.webp',
        changed('animated.clean.webp', 'ANMF', `${'ANMF\x10\0\0\0'.padEnd(24, '\0')}${'abcd\0\0\0\0'.repeat(many)}`),
      ],
    ]
    for (const [name, text] of damaged) expect(problemOf(name, text), name).toBe('damaged')
  })

  it(`is read or missing in what is left of a picture (seed ${seed})`, () => {
    const random = createRandom(seed)
    for (const name of fixtures) {
      for (let round = 0; round < 50; round += 1) {
        const bytes = read(name).slice(0, 1 + Math.floor(random() * 2000))
        for (let count = 0; count < 5; count += 1)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
        expect([undefined, 'damaged', 'side', 'pixels', 'frames']).toContain(pictureProblem(bytes, mimeOf(name)))
      }
    }
  })
})
