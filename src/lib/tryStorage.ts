/** Runs `access`, which uses a storage of the browser. Returns undefined if that is blocked, full, or not readable as JSON. */
export function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

/** Returns the value that the browser stores under a key, or the first one if it stores none of them. */
export function savedChoice<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Value {
  const saved = tryStorage(() => localStorage.getItem(key))
  return values.find((value) => value === saved) ?? values[0]
}
