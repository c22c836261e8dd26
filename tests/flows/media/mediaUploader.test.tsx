import { afterEach, expect, it, vi } from 'vitest'
import { mediaUploader } from '../../../src/features/media/mediaUploader.ts'
import { startFakeCloudinary } from '../../fakes/cloudinary.ts'
import { fileOf, png } from './files.ts'

const options = { onProgress: () => {}, signal: new AbortController().signal }

afterEach(() => void vi.unstubAllEnvs())

it.each([
  ['', ''],
  ['loom', ''],
  ['', 'unsigned'],
])('keeps the file here without both cloud and preset (%j, %j)', async (cloudName, preset) => {
  vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', cloudName)
  vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', preset)
  expect(await mediaUploader.upload(fileOf(png), 'IMAGE', options)).toMatch(/^data:image\/png;base64,/)
})

it('uploads to the cloud with both, at the host that is named', async () => {
  const cloud = await startFakeCloudinary()
  vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', 'loom')
  vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', 'unsigned')
  vi.stubEnv('VITE_CLOUDINARY_HOST', cloud.host)
  try {
    expect(await mediaUploader.upload(fileOf(png), 'IMAGE', options)).toBe(`${cloud.host}/media/0`)
  } finally {
    await cloud.close()
  }
})
