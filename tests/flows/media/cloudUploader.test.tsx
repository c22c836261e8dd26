import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cloudUploader } from '../../../src/features/media/cloudUploader.ts'
import { UploadFailed, type MediaUploader } from '../../../src/features/media/port.ts'
import { startFakeCloudinary, type FakeCloudinary } from '../../fakes/cloudinary.ts'
import { fileOf, mp4, png } from '../../mediaFiles.ts'

const unusable = 'The upload went wrong: the media service gave no usable answer. Please try again.'
const interrupted = 'The upload was interrupted. Check your connection and try again.'

let cloud: FakeCloudinary
let uploader: MediaUploader
let controller: AbortController
let fractions: number[]

beforeEach(async () => {
  cloud = await startFakeCloudinary()
  uploader = cloudUploader({ host: cloud.host, cloudName: 'loom', uploadPreset: 'unsigned' })
  controller = new AbortController()
  fractions = []
})

afterEach(async () => {
  vi.useRealTimers()
  await cloud.close()
})

function upload(file: Blob = fileOf(png, 400_000), kind: 'IMAGE' | 'VIDEO' = 'IMAGE'): Promise<string> {
  const onProgress = (fraction: number) => void fractions.push(fraction)
  return uploader.upload(file, kind, { onProgress, signal: controller.signal })
}

async function expectFailure(failed: Promise<string>, message: string): Promise<void> {
  await expect(failed).rejects.toThrow(new UploadFailed(message))
  await expect(failed).rejects.toBeInstanceOf(UploadFailed)
  expect(fractions).not.toContain(1)
}

describe('success', () => {
  it('sends the file whole, with the preset, and answers where it is', async () => {
    const file = fileOf(png, 400_000, 'a "weft" café.png', 'image/png')
    expect(await upload(file)).toBe(`${cloud.host}/media/0`)
    const bytes = Buffer.from(await file.arrayBuffer())
    const told = { cloudName: 'loom', resourceType: 'image', uploadPreset: 'unsigned' }
    expect(cloud.received).toEqual([{ ...told, fileName: file.name, fileType: 'image/png', bytes }])
  })

  it('sends a video to the videos, and a Blob under a name', async () => {
    await upload(new Blob([mp4]), 'VIDEO')
    expect(cloud.received).toMatchObject([{ resourceType: 'video', fileName: 'media' }])
  })

  it('progress rises, and is 1 at the end alone', async () => {
    await upload()
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b))
    expect(fractions.indexOf(1)).toBe(fractions.length - 1)
  })

  it('takes an https URL, and a host with a slash at its end', async () => {
    const secureUrl = 'https://res.cloudinary.com/loom/image/upload/v1/weft.png'
    cloud.behave({ does: 'succeed', secureUrl })
    uploader = cloudUploader({ host: `${cloud.host}/`, cloudName: 'loom', uploadPreset: 'unsigned' })
    expect(await upload()).toBe(secureUrl)
  })
})

describe('failure', () => {
  it.each([400, 401, 420, 500])('status %i, in the words of the service', async (status) => {
    cloud.behave({ does: 'refuse', status, message: 'Upload preset not found' })
    await expectFailure(upload(), 'The upload was refused. Upload preset not found')
  })

  it.each(['', 'x'.repeat(201), 5, null, { html: '<b>' }])('a refusal with no fit message', async (message) => {
    cloud.behave({ does: 'refuse', message })
    await expectFailure(upload(), 'The upload was refused.')
  })

  it.each(['', '<html>', '{"secure_url":', 'null', '[]', '"https://res.example/a.png"', '{}'])('%j', async (text) => {
    cloud.behave({ does: 'babble', text })
    await expectFailure(upload(), unusable)
  })

  it.each([
    'http://res.example/a.png',
    'http://127.0.0.1.example/a.png',
    'javascript:alert(1)',
    '//res.example/a.png',
    null,
  ])('a URL of %j', async (secureUrl) => {
    cloud.behave({ does: 'succeed', secureUrl })
    await expectFailure(upload(), unusable)
  })

  it('an http URL on this device, from a service that is not on it', async () => {
    // Leads to loopback, but does not say so.
    const host = cloud.host.replace('127.0.0.1', '0.0.0.0')
    uploader = cloudUploader({ host, cloudName: 'loom', uploadPreset: 'unsigned' })
    await expectFailure(upload(), unusable)
    expect(cloud.received).toHaveLength(1)
  })

  it('the connection breaks midway; another try may succeed', async () => {
    cloud.behave({ does: 'drop' })
    await expectFailure(upload(), interrupted)
    cloud.behave({ does: 'succeed' })
    expect(await upload()).toBe(`${cloud.host}/media/0`)
  })

  it('nobody listens', async () => {
    const other = await startFakeCloudinary()
    await other.close()
    uploader = cloudUploader({ host: other.host, cloudName: 'loom', uploadPreset: 'unsigned' })
    await expectFailure(upload(), interrupted)
  })

  it('the host is none', async () => {
    uploader = cloudUploader({ host: 'nowhere', cloudName: 'loom', uploadPreset: 'unsigned' })
    await expectFailure(upload(), 'Uploads are not set up correctly here.')
  })

  it('no progress for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cloud.behave({ does: 'hang' })
    const [hanging, abandoned] = [cloud.next('hanging'), cloud.next('abandoned')]
    const failure = expectFailure(upload(), 'The upload has come to a standstill. Check your connection and try again.')
    await hanging
    vi.advanceTimersByTime(60_000)
    await Promise.all([failure, abandoned])
  })
})

describe('giving up', () => {
  it('ends the request', async () => {
    cloud.behave({ does: 'hang' })
    const [hanging, abandoned] = [cloud.next('hanging'), cloud.next('abandoned')]
    const reason = new Error('Changed my mind')
    const rejection = expect(upload()).rejects.toBe(reason)
    await hanging
    controller.abort(reason)
    await Promise.all([rejection, abandoned])
    expect(fractions).not.toContain(1)
  })

  it('before the start: nothing is sent', async () => {
    controller.abort()
    await expect(upload()).rejects.toBe(controller.signal.reason)
    expect(cloud.received).toEqual([])
  })
})
