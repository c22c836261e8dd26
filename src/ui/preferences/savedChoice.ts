import { tryStorage } from '../../lib/tryStorage.ts'

/** Returns the value that the browser stores under a key, or the first one if it stores none of them. */
export function savedChoice<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Value {
  const saved = tryStorage(() => localStorage.getItem(key))
  return values.find((value) => value === saved) ?? values[0]
}
