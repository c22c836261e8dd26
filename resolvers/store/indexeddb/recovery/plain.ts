import { base64Of } from '../../../lib/base64.ts'

const deepest = 100

/** A value of IndexedDB as JSON can hold it, without the fields of these names. Rejects for one that is nested deeply or contains itself. */
export async function plain(value: unknown, leftOut: ReadonlySet<unknown>, depth = 0): Promise<unknown> {
  if (depth > deepest) throw new Error('The value is nested too deeply.')
  const inner = (part: unknown) => plain(part, leftOut, depth + 1)
  if (value instanceof Blob) return { blob: value.type, base64: base64Of(new Uint8Array(await value.arrayBuffer())) }
  if (value instanceof ArrayBuffer) return { base64: base64Of(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value))
    return { base64: base64Of(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) {
    return Promise.all(Array.from<unknown, unknown>(value, inner))
  }
  const kept = Object.entries(value).filter(([name]) => !leftOut.has(name))
  return Object.fromEntries(await Promise.all(kept.map(async ([name, field]) => [name, await inner(field)] as const)))
}
