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
