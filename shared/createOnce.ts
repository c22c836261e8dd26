/** Returns a function that creates a value once, and again after a failure. */
export function createOnce<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined
  return () =>
    (created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    }))
}
