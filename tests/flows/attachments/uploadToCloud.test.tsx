import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cloud } from '../../../shared/cloud.ts'
import { uploadToCloud } from '../../../src/features/attachments/uploadToCloud.ts'
import { startFakeCloudinary, type FakeCloudinary } from '../../fakes/cloudinary.ts'
import { fileOf, mp4, png } from '../../mediaFiles.ts'

const unexpected = 'The upload failed: the media service sent an unexpected response. Please try again.'
const interrupted = 'The upload was interrupted. Check your connection and try again.'

let cloud: FakeCloudinary
let settings: Cloud
let controller: AbortController
let fractions: number[]

beforeEach(async () => {
  cloud = await startFakeCloudinary()
  settings = { host: cloud.host, cloudName: 'loom', uploadPreset: 'unsigned' }
  controller = new AbortController()
  fractions = []
})

afterEach(async () => {
  vi.useRealTimers()
  await cloud.close()
})

function upload(file: Blob = fileOf(png, 400_000), type: 'IMAGE' | 'VIDEO' = 'IMAGE'): Promise<string> {
  const onProgress = (fraction: number) => void fractions.push(fraction)
  return uploadToCloud(file, type, settings, { onProgress, signal: controller.signal })
}

async function expectFailure(failed: Promise<string>, message: string): Promise<void> {
  await expect(failed).rejects.toHaveProperty('message', message)
  expect(fractions).not.toContain(1)
}

describe('a successful upload', () => {
  it('sends the whole file with the preset and resolves to its URL', async () => {
    const file = fileOf(png, png.length, 'a "weft" café.png', 'image/png')
    expect(await upload(file)).toBe(`${cloud.host}/media/0`)
    const bytes = Buffer.from(await file.arrayBuffer())
    const sent = { cloudName: 'loom', resourceType: 'image', uploadPreset: 'unsigned' }
    expect(cloud.received).toEqual([{ ...sent, fileName: file.name, fileType: 'image/png', bytes }])
  })

  it('sends a picture without its metadata', async () => {
    const picture = readFileSync('tests/fixtures/pictures/baseline.jpg')
    await upload(new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }))
    const [sent] = cloud.received
    expect(picture.includes('Loom Cameras')).toBe(true)
    expect(sent?.bytes.includes('Loom Cameras')).toBe(false)
    expect(sent?.bytes.includes('ICC_PROFILE')).toBe(true)
    expect(sent?.fileType).toBe('image/jpeg')
  })

  it('sends a video to the video endpoint, and a Blob with a file name', async () => {
    await upload(new Blob([mp4]), 'VIDEO')
    expect(cloud.received).toMatchObject([{ resourceType: 'video', fileName: 'media' }])
  })

  it('reports progress that rises and is 1 only at the end', async () => {
    await upload()
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b))
    expect(fractions.indexOf(1)).toBe(fractions.length - 1)
  })

  it('accepts an https URL, and a host with a trailing slash', async () => {
    const secureUrl = 'https://res.cloudinary.com/loom/image/upload/v1/weft.png'
    cloud.behave({ does: 'succeed', secureUrl })
    settings = { ...settings, host: `${cloud.host}/` }
    expect(await upload()).toBe(secureUrl)
  })
})

describe('a failed upload', () => {
  it.each([400, 401, 420, 500])('with status %i rejects with the message of the service', async (status) => {
    cloud.behave({ does: 'refuse', status, message: 'Upload preset not found' })
    await expectFailure(upload(), 'The upload was refused. Upload preset not found')
  })

  it.each(['', 'x'.repeat(201), 5, null, { html: '<b>' }])(
    'with the message %j rejects with the default message',
    async (message) => {
      cloud.behave({ does: 'refuse', message })
      await expectFailure(upload(), 'The upload was refused.')
    },
  )

  it.each(['', '<html>', '{"secure_url":', 'null', '[]', '"https://res.example/a.png"', '{}'])(
    'rejects when the service answers 200 with %j',
    async (text) => {
      cloud.behave({ does: 'respond', text })
      await expectFailure(upload(), unexpected)
    },
  )

  it.each([
    'http://res.example/a.png',
    'http://127.0.0.1.example/a.png',
    'javascript:alert(1)',
    '//res.example/a.png',
    null,
  ])('rejects when the service answers the URL %j', async (secureUrl) => {
    cloud.behave({ does: 'succeed', secureUrl })
    await expectFailure(upload(), unexpected)
  })

  it('rejects a loopback URL from a service that is not on loopback', async () => {
    // This address reaches loopback, but `uploadToCloud` does not count it as a loopback address.
    const host = cloud.host.replace('127.0.0.1', '0.0.0.0')
    settings = { ...settings, host }
    await expectFailure(upload(), unexpected)
    expect(cloud.received).toHaveLength(1)
  })

  it('rejects when the connection breaks, and another upload succeeds', async () => {
    cloud.behave({ does: 'drop' })
    await expectFailure(upload(), interrupted)
    cloud.behave({ does: 'succeed' })
    expect(await upload()).toBe(`${cloud.host}/media/0`)
  })

  it('rejects when no server listens', async () => {
    const other = await startFakeCloudinary()
    await other.close()
    settings = { ...settings, host: other.host }
    await expectFailure(upload(), interrupted)
  })

  it('rejects when the host is not a URL', async () => {
    settings = { ...settings, host: 'nowhere' }
    await expectFailure(upload(), 'Uploads are not set up correctly here.')
  })

  it('rejects after a minute without progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cloud.behave({ does: 'hang' })
    const [hanging, abandoned] = [cloud.next('hanging'), cloud.next('abandoned')]
    const failure = expectFailure(upload(), 'The upload stalled. Check your connection and try again.')
    await hanging
    vi.advanceTimersByTime(60_000)
    await Promise.all([failure, abandoned])
  })
})

describe('an aborted upload', () => {
  it('ends the request and rejects with the reason', async () => {
    cloud.behave({ does: 'hang' })
    const [hanging, abandoned] = [cloud.next('hanging'), cloud.next('abandoned')]
    const reason = new Error('Changed my mind')
    const rejection = expect(upload()).rejects.toBe(reason)
    await hanging
    controller.abort(reason)
    await Promise.all([rejection, abandoned])
    expect(fractions).not.toContain(1)
  })

  it('sends nothing if it was aborted before it started', async () => {
    controller.abort()
    await expect(upload()).rejects.toBe(controller.signal.reason)
    expect(cloud.received).toEqual([])
  })
})
