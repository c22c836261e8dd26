const PART_SIZE = 1_048_576

/** Yields the chunks of a stream. Cancels it if the caller stops before its end. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: the stream of a request that was cloned is cancelled only with its copy.
    reader.cancel().catch(() => {})
  }
}

/** Yields the bytes of a Blob, one megabyte at a time. */
export async function* partsOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let from = 0; from < blob.size; from += PART_SIZE)
    yield new Uint8Array(await blob.slice(from, from + PART_SIZE).arrayBuffer())
}

/** Collects chunks of bytes. */
export async function blobOf(
  chunks: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return new Blob(parts)
}

/** Yields the same bytes in chunks of this size; the last one is shorter, or empty if there are no bytes. */
export async function* chunksOfSize(
  content: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
  chunkSize: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let chunk = new Uint8Array()
  let length = 0
  let isEmpty = true
  for await (const bytes of content) {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + chunkSize - length)
      const needed = length + part.length
      if (needed > chunk.length) chunk = grown(chunk, Math.min(chunkSize, Math.max(needed, 2 * chunk.length)))
      chunk.set(part, length)
      length = needed
      from += part.length
      if (length < chunkSize) continue
      yield chunk
      isEmpty = false
      chunk = new Uint8Array()
      length = 0
    }
  }
  if (length > 0 || isEmpty) yield chunk.subarray(0, length)
}

/** Returns a copy with room for more. A chunk grows with what arrives, so that a slow client holds little memory. */
function grown(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(size)
  copy.set(bytes)
  return copy
}

/** Returns a stream that asks for the next chunk when it is read. */
export function streamOf<Chunk>(chunks: AsyncGenerator<Chunk, void>): ReadableStream<Chunk> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}
