import { expect, it } from 'vitest'
import { localUploader } from '../../../src/features/media/localUploader.ts'
import { UploadFailed } from '../../../src/features/media/port.ts'
import { fileOf, mp4, png } from './files.ts'

function options() {
  const fractions: number[] = []
  const controller = new AbortController()
  const onProgress = (fraction: number) => void fractions.push(fraction)
  return { fractions, controller, options: { onProgress, signal: controller.signal } }
}

it.each([
  ['IMAGE', png, 'image/png'],
  ['VIDEO', mp4, 'video/mp4'],
] as const)('%s: a URL that holds the file, its type by its first bytes', async (kind, head, mime) => {
  const { fractions, options: given } = options()
  const url = await localUploader.upload(fileOf(head, 300, 'page.html', 'text/html'), kind, given)
  expect(url).toBe(`data:${mime};base64,${btoa(head.padEnd(300, '\0'))}`)
  expect(fractions.at(-1)).toBe(1)
  expect(fractions).toEqual([...new Set(fractions)].toSorted((a, b) => a - b))
})

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

it('given up while the file is read', async () => {
  const { controller, options: given } = options()
  const reason = new Error('Changed my mind')
  const heard: number[] = []
  const onProgress = (fraction: number) => {
    heard.push(fraction)
    controller.abort(reason)
  }
  await expect(localUploader.upload(fileOf(png), 'IMAGE', { ...given, onProgress })).rejects.toBe(reason)
  expect(heard).toEqual([0.99])
})
