import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { button, heading, png } from '../app.ts'
import { png as pngText } from '../../mediaFiles.ts'
import { allRows } from '../databases.ts'
import { expect, freshTest } from '../fixtures.ts'
import { expectExtras, expectWorker } from './app.ts'

freshTest.use({ serviceWorkers: 'allow' })

/** The end of a PNG: a chunk without content. */
const END_SIZE = 12

/** A chunk that decoders skip in a picture without a palette. It is random, because Chromium compresses what it stores. */
function largeChunk(): Buffer {
  const content = Buffer.concat([Buffer.from('hIST'), randomBytes(3_000_000)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

const large = {
  ...png,
  name: 'large.png',
  buffer: Buffer.concat([png.buffer.subarray(0, -END_SIZE), largeChunk(), png.buffer.subarray(-END_SIZE)]),
}

/** Signs the demo user in with a quota of one more megabyte: enough for everything but the picture. */
async function startWithLittleRoom(page: Page): Promise<void> {
  await page.goto('/')
  await expectWorker(page)
  await expectExtras(page)
  let usage = 0
  // Chromium may still be counting what the worker has just stored.
  const change = async () => {
    const before = usage
    usage = (await page.evaluate(() => navigator.storage.estimate())).usage ?? 0
    return usage - before
  }
  await expect.poll(change, { intervals: [1000] }).toBe(0)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: usage + 1_000_000,
  })
  await page.goto('/login')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
}

freshTest(
  'a picture that exceeds the quota is refused, and its text stays in the form',
  async ({ page, expectConsole }) => {
    expectConsole('QuotaExceededError')
    await startWithLittleRoom(page)
    const text = page.getByRole('textbox', { name: 'New post' })
    await text.fill('Without its picture')
    await page.locator('input[type=file][accept^=image]').setInputFiles(large)
    await expect(page.getByText('Upload failed. Your text is safe.')).toBeVisible()
    await expect(text).toHaveValue('Without its picture')
    expect(await allRows(page)).toMatchObject({ posts: { length: 6 }, files: [] })
  },
)

freshTest(
  '/media responds with 500 to a file that exceeds the quota, and stores nothing',
  async ({ page, expectConsole }) => {
    for (const text of ['QuotaExceededError', 'the server responded with a status of 500']) expectConsole(text)
    await startWithLittleRoom(page)
    const [head = ''] = pngText.split('\0\0\0\nIDAT')
    const result = await page.evaluate(async (start) => {
      const headers = { authorization: localStorage.getItem('data') ?? '' }
      const random = Array.from({ length: 50 }, () => crypto.getRandomValues(new Uint8Array(60_000)))
      // A PNG with a chunk of 3,000,000 bytes. Without one, a text in them may count as metadata, which is removed.
      const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0))
      const body = new Blob([bytes, new Uint8Array([0x00, 0x2d, 0xc6, 0xc0]), 'IDAT', ...random])
      const response = await fetch('/media', { method: 'POST', headers, body })
      return { status: response.status, body: await response.json() }
    }, head)
    expect(result).toEqual({
      status: 500,
      body: { error: { message: 'Something went wrong on our side.' } },
    })
    expect(await allRows(page)).toMatchObject({ posts: { length: 6 }, files: [] })
  },
)
