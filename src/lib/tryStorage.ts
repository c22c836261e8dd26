/** Runs `access`, which uses a storage of the browser. Returns undefined if that is blocked, full, or not readable as JSON. */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
