import { expect, it } from 'vitest'
import { chunksOfSize } from '../../resolvers/lib/bytes.ts'

const chunkSize = 1_000_000

async function chunksOf(arrived: readonly Uint8Array<ArrayBuffer>[]) {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunksOfSize(arrived, chunkSize)) chunks.push(chunk)
  return chunks
}

it('a chunk holds at most twice the memory of what has arrived', async () => {
  const arrived = [new Uint8Array(10_000), new Uint8Array(20_000)]
  const [chunk] = await chunksOf(arrived)
  expect(chunk?.length).toBe(30_000)
  expect(chunk?.buffer.byteLength).toBeLessThanOrEqual(60_000)
})

it('chunks have the given size, but for the last one', async () => {
  const arrived = [7, 2_500_000, 3].map((length, index) => new Uint8Array(length).fill(index + 1))
  const chunks = await chunksOf(arrived)
  expect(chunks.map(({ length }) => length)).toEqual([chunkSize, chunkSize, 500_010])
  expect(Buffer.concat(chunks).equals(Buffer.concat(arrived))).toBe(true)
})
