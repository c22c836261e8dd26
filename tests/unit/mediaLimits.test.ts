import { describe, expect, test } from 'vitest'
import { largestFile } from '../../resolvers/api/files.ts'
import { maxMegabytes, megabyte } from '../../src/features/media/mediaKind.ts'
import { sniff } from '../../src/features/media/sniff.ts'
import { ebml, fileOf, ftyp, mp4, ogg, png } from '../flows/media/files.ts'

/** A file of each format that the app lets through. */
const heads = ['\xff\xd8\xff', png, 'GIF89a', 'RIFF\x24\0\0\0WEBPVP8L', ftyp('avif'), mp4, ftyp('qt  '), ebml('webm'), ogg('\x80theora')]

describe('app and backend', () => {
  test('let through the same formats, each up to the same size', async () => {
    const formats = await Promise.all(heads.map((head) => sniff(fileOf(head))))
    const inTheApp = formats.map((format) =>
      format === null || format === 'HEIC' ? [format, 0] : [format.mime, maxMegabytes[format.kind] * megabyte],
    )
    expect(Object.fromEntries(inTheApp)).toEqual(largestFile)
  })
})
