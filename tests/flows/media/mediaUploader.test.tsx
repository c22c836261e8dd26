import { afterEach, expect, it, vi } from 'vitest'
import { startFakeCloudinary } from '../../fakes/cloudinary.ts'
import { keepSession, openOtherTab, setLab } from '../app.tsx'
import { fileOf, png } from '../../mediaFiles.ts'

const options = { onProgress: () => {}, signal: new AbortController().signal }

/** As a page has it that has just been loaded. */
async function freshUploader() {
  vi.resetModules()
  await setLab()
  return (await import('../../../src/features/media/mediaUploader.ts')).mediaUploader
}

afterEach(() => {
  vi.unstubAllEnvs()
  localStorage.clear()
})

it.each([
  ['', ''],
  ['loom', ''],
  ['', 'unsigned'],
])('keeps the file here without both cloud and preset (%j, %j)', async (cloudName, preset) => {
  vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', cloudName)
  vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', preset)
  const tab = await openOtherTab()
  keepSession(await tab.join('ana'))
  const url = await (await freshUploader()).upload(fileOf(png), 'IMAGE', options)
  expect(await tab.store.read.files.get(url.replace('/media/', ''))).toMatchObject({ type: 'image/png', usedBy: [] })
})

it('uploads to the cloud with both, at the host that is named', async () => {
  const cloud = await startFakeCloudinary()
  vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', 'loom')
  vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', 'unsigned')
  vi.stubEnv('VITE_CLOUDINARY_HOST', cloud.host)
  try {
    expect(await (await freshUploader()).upload(fileOf(png), 'IMAGE', options)).toBe(`${cloud.host}/media/0`)
  } finally {
    await cloud.close()
  }
})
