import { describe, expect, it } from 'vitest'
import { megabyte } from '../../../shared/formats.ts'
import { sniff } from '../../../shared/sniff.ts'
import { checkDecoding, checkFormat } from '../../../src/features/attachments/checkMedia.ts'
import type { MediaType } from '../../../src/generated/types.ts'
import { ebml, fileOf, ftyp, mp4, ogg, png, pngOf } from '../../mediaFiles.ts'

/** Checks a file as the forms do. */
async function checkMedia(file: File, wanted: MediaType): Promise<string | null> {
  return (await checkFormat(file, wanted)) ?? checkDecoding(file, wanted)
}

const notAPicture = 'That file is not a picture Weft can show. Use JPEG, PNG, GIF, WebP or AVIF.'
const notAVideo = 'That file is not a video Weft can show. Use MP4, MOV, WebM or Ogg.'

describe('checkMedia', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/png', png],
    ['image/gif', 'GIF87a\x01\0\x01\0'],
    ['image/gif', 'GIF89a\x01\0\x01\0'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8L'],
    ['image/avif', ftyp('avif', 'avif', 'mif1', 'miaf')],
    ['image/avif', ftyp('avis', 'avis', 'msf1')],
    ['image/avif', ftyp('mif1', 'mif1', 'avif', 'miaf')],
    ['video/mp4', mp4],
    ['video/mp4', ftyp('mp42')],
    ['video/mp4', ftyp('XAVC', 'XAVC', 'mp42', 'iso2')],
    ['video/mp4', ftyp('M4V ', 'M4V ', 'mp42')],
    ['video/quicktime', ftyp('qt  ', 'qt  ')],
    ['video/webm', ebml('webm')],
    ['video/ogg', ogg('\x80theora\x03\x02\x01')],
    ['video/ogg', ogg('fishead\0\x03\0')],
  ])('accepts %s by its first bytes, whatever its name: %j', async (mime, head) => {
    const kind = mime.startsWith('image') ? 'IMAGE' : 'VIDEO'
    const file = fileOf(head, 2000, 'page.html', 'text/html')
    expect(await sniff(file)).toEqual({ kind, mime })
    expect(await checkMedia(file, kind)).toBeNull()
  })

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML after a byte order mark', '\xef\xbb\xbf<html>'],
    ['HTML after white space', ' \n\t<html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG as XML', '<?xml version="1.0"?><svg/>'],
    ['SVG after a byte order mark', '\xef\xbb\xbf<svg/>'],
    ['a picture after white space', ` ${png}`],
    ['a picture after a byte order mark', '\xef\xbb\xbfGIF89a'],
    ['a signature cut short', png.slice(0, 7)],
    ['a single byte', '\xff'],
    ['a sound in RIFF', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a bitmap', 'BM\x46\0\0\0\0\0'],
    ['an icon', '\0\0\x01\0\x01\0'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['PDF', '%PDF-1.7'],
    ['Matroska', ebml('matroska')],
    ['a sound in MP4', ftyp('M4A ', 'M4A ', 'mp42', 'isom')],
    ['camera raw', ftyp('crx ', 'crx ', 'isom')],
    ['an unknown brand', ftyp('zzzz', 'yyyy')],
    ['a brand beyond its box', ftyp('zzzz') + 'isom'],
    ['Vorbis', ogg('\x01vorbis\0\0\0\0\x02')],
    ['Opus', ogg('OpusHead\x01\x02')],
  ])('refuses %s, whatever its name', async (_, head) => {
    const picture = fileOf(head, head.length, 'holiday.png', 'image/png')
    const video = fileOf(head, head.length, 'holiday.mp4', 'video/mp4')
    expect(await checkMedia(picture, 'IMAGE')).toBe(notAPicture)
    expect(await checkMedia(video, 'VIDEO')).toBe(notAVideo)
  })

  const heic = [ftyp('heic', 'mif1', 'heic'), ftyp('mif1', 'mif1', 'heic'), ftyp('heix')]
  it.each(heic)('refuses HEIC and says why: %j', async (head) => {
    expect(await checkMedia(fileOf(head), 'IMAGE')).toBe(
      'That is an HEIC picture, which most browsers cannot show. Save it as JPEG and choose that instead.',
    )
    const problem = 'That file is a picture. Please choose a video: MP4, MOV, WebM or Ogg.'
    expect(await checkMedia(fileOf(head), 'VIDEO')).toBe(problem)
  })

  it('refuses a video as a picture and a picture as a video', async () => {
    expect(await checkMedia(fileOf(mp4), 'IMAGE')).toBe(
      'That file is a video. Please choose a picture: JPEG, PNG, GIF, WebP or AVIF.',
    )
    expect(await checkMedia(fileOf(png), 'VIDEO')).toBe(
      'That file is a picture. Please choose a video: MP4, MOV, WebM or Ogg.',
    )
  })

  it('refuses an empty file, and one that cannot be read', async () => {
    const empty = 'That file is empty. Please choose another one.'
    expect(await checkMedia(fileOf(''), 'IMAGE')).toBe(empty)
    const gone = fileOf(png)
    gone.slice = () => {
      throw new DOMException('The file is gone', 'NotReadableError')
    }
    const unreadable = 'That file could not be read. Please choose it again, or choose another one.'
    expect(await checkMedia(gone, 'IMAGE')).toBe(unreadable)
  })
})

describe('the size limit', () => {
  it.each([
    ['IMAGE', png, 4 * megabyte, 'That picture is 4.1 MB. Pictures can be up to 4 MB.'],
    ['VIDEO', mp4, 9.5 * megabyte, 'That video is 9.6 MB. Videos can be up to 9.5 MB.'],
  ] as const)('of type %s is exact to the byte', async (kind, head, limit, problem) => {
    expect(await checkMedia(fileOf(head, limit), kind)).toBeNull()
    expect(await checkMedia(fileOf(head, limit + 1), kind)).toBe(problem)
  })

  it('is shown together with the size of a larger file', async () => {
    const problem = 'That picture is 6.2 MB. Pictures can be up to 4 MB.'
    expect(await checkMedia(fileOf(png, Math.floor(6.2 * megabyte)), 'IMAGE')).toBe(problem)
  })

  it('is checked after the type', async () => {
    expect(await checkMedia(fileOf('<html>', 5 * megabyte), 'IMAGE')).toBe(notAPicture)
  })
})

describe('the number of pixels of a picture', () => {
  it.each([
    ['as many pixels as are accepted', pngOf(10_000, 5000), null],
    ['more pixels', pngOf(10_000, 5001), 'That picture has more than 50 megapixels. Please choose a smaller one.'],
    [
      'a longer side',
      pngOf(16_385, 1),
      'That picture is wider or higher than 16,384 pixels. Please choose a smaller one.',
    ],
    ['more frames', pngOf(1, 1, 1001), 'That picture has more than 1,000 frames. Please choose a shorter one.'],
  ])('is checked before it is decoded: %s', async (_what, head, problem) => {
    expect(await checkFormat(fileOf(head), 'IMAGE')).toBe(problem)
  })
})
