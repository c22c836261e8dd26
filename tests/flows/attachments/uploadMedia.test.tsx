import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadMedia } from '../../../src/features/attachments/uploadMedia.ts'
import { beginSession, currentScope } from '../../../src/session/session.ts'
import { fileOf, png } from '../../mediaFiles.ts'
import { openOtherTab, sessionOf, setLab } from '../app.tsx'
import { startConfiguredCloud } from './configuredCloud.ts'

/** Signs up a user and begins a session in the app. */
async function startAsAna() {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana')
  await setLab()
  beginSession(sessionOf(ana))
  return { tab, ana }
}

function startUpload() {
  const fractions: number[] = []
  const controller = new AbortController()
  const onProgress = (fraction: number) => void fractions.push(fraction)
  return { fractions, controller, options: { onProgress, signal: controller.signal } }
}

afterEach(() => vi.unstubAllEnvs())

describe('without a cloud and an upload preset', () => {
  it.each([
    ['', ''],
    ['loom', ''],
    ['', 'unsigned'],
  ])('stores the file with the data (cloud %j, preset %j)', async (cloudName, preset) => {
    vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', cloudName)
    vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', preset)
    const { tab } = await startAsAna()
    const { fractions, options } = startUpload()
    const { url } = await uploadMedia(currentScope(), fileOf(png), 'IMAGE', options)
    expect(await tab.store.read.files.getMany([url.replace('/media/', '')])).toMatchObject([{ type: 'image/png' }])
    expect(fractions).toEqual([1])
  })

  it('rejects a file that the backend refuses', async () => {
    await startAsAna()
    const { fractions, options } = startUpload()
    await expect(uploadMedia(currentScope(), fileOf('<svg/>'), 'IMAGE', options)).rejects.toThrow(
      'body must be a picture or video Weft can show',
    )
    expect(fractions).toEqual([])
  })

  it('stores nothing if the upload was aborted before it started', async () => {
    const { tab } = await startAsAna()
    const { controller, fractions, options } = startUpload()
    controller.abort()
    await expect(uploadMedia(currentScope(), fileOf(png), 'IMAGE', options)).rejects.toBe(controller.signal.reason)
    expect(fractions).toEqual([])
    expect(await tab.store.read.files.page('byId', { limit: 9 })).toEqual([])
  })
})

it('uploads to the configured cloud and host', async () => {
  const cloud = await startConfiguredCloud()
  expect(await uploadMedia(currentScope(), fileOf(png), 'IMAGE', startUpload().options)).toMatchObject({
    url: `${cloud.host}/media/0`,
    type: 'IMAGE',
  })
})
