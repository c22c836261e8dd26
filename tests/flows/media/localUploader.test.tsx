import { expect, it } from 'vitest'
import { UploadFailed } from '../../../src/features/media/port.ts'
import { localUploader } from '../../../src/features/media/localUploader.ts'
import { fileOf, mp4, png } from '../../mediaFiles.ts'

function options() {
  const fractions: number[] = []
  const controller = new AbortController()
  const onProgress = (fraction: number) => void fractions.push(fraction)
  return { fractions, controller, options: { onProgress, signal: controller.signal } }
}

it('refuses what is not of the kind', async () => {
  await expect(localUploader.upload(fileOf('<svg/>'), 'IMAGE', options().options)).rejects.toThrow(UploadFailed)
  await expect(localUploader.upload(fileOf(mp4), 'IMAGE', options().options)).rejects.toThrow(UploadFailed)
})

it('fails when the file cannot be read', async () => {
  const gone = fileOf(png)
  gone.slice = () => {
    throw new DOMException('The file is gone', 'NotReadableError')
  }
  await expect(localUploader.upload(gone, 'IMAGE', options().options)).rejects.toThrow(
    new UploadFailed('That file could not be read. Please choose it again.'),
  )
})

it('given up before it begins', async () => {
  const { controller, fractions, options: given } = options()
  controller.abort()
  await expect(localUploader.upload(fileOf(png), 'IMAGE', given)).rejects.toBe(controller.signal.reason)
  expect(fractions).toEqual([])
})
