import { onTestFinished, vi } from 'vitest'
import { startFakeCloudinary, type FakeCloudinary } from '../../fakes/cloudinary.ts'

/** Starts a fake of Cloudinary to which the app uploads, until the test ends. */
export async function startConfiguredCloud(): Promise<FakeCloudinary> {
  const cloud = await startFakeCloudinary()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await cloud.close()
  })
  vi.stubEnv('VITE_CLOUDINARY_CLOUD_NAME', 'loom')
  vi.stubEnv('VITE_CLOUDINARY_UPLOAD_PRESET', 'unsigned')
  vi.stubEnv('VITE_CLOUDINARY_HOST', cloud.host)
  return cloud
}
