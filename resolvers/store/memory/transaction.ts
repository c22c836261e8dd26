import { pageRange } from '../sorted/keys.ts'
import type { WriteTransaction } from '../sorted/transaction.ts'
import type { Data } from './data.ts'

/** A transaction on these data, which may be read only. */
export function memoryTransaction(data: Data): WriteTransaction {
  return {
    get: async (store, key) => data[store].get(key),
    has: async (store, key) => data[store].has(key),
    count: async (store) => data[store].size,
    records: async (store, range, { index, limit } = {}) =>
      Array.from(first(data[store].entries(range, { index }), limit), ({ value }) => value),
    keys: async (store, range, { index, limit } = {}) =>
      Array.from(first(data[store].entries(range, { index }), limit), ({ primaryKey }) => primaryKey),
    async blobIds({ after, limit }) {
      const range = pageRange([], 'ascending', after === undefined ? undefined : [after])
      return Array.from(first(data.blobs.entries(range, {}), limit), ({ primaryKey }) => primaryKey)
    },
    async *walk(store, range, options) {
      for (const { value } of data[store].entries(range, options)) yield value
    },
    async *walkKeys(store, range, options) {
      yield* data[store].entries(range, options)
    },
    add: async (store, record) => data[store].add(record),
    put: async (store, record, key) => data[store].put(record, key),
    delete: async (store, key) => data[store].delete(key),
    deleteRange: async (store, range) => data[store].deleteRange(range),
    clear: async (store) => data[store].clear(),
  }
}

function* first<Item>(items: Iterable<Item>, limit = Infinity): Generator<Item, void> {
  let left = limit
  if (left === 0) return
  for (const item of items) {
    yield item
    left -= 1
    if (left === 0) return
  }
}
