import type { WriteTransaction } from '../keyValue/transaction.ts'
import type { Data } from './data.ts'

/** A transaction on these data, which may be read only. */
export function memoryTransaction(data: Data): WriteTransaction {
  return {
    get: async (store, key) => data[store].get(key),
    has: async (store, key) => data[store].has(key),
    count: async (store, range, index) => data[store].keys(range, { index }).length,
    rows: async (store, range, options) => data[store].rows(range, options),
    keys: async (store, range, options) => data[store].keys(range, options),
    async *walk(store, range, options) {
      for (const { row } of data[store].entries(range, options)) yield row
    },
    async *walkKeys(store, range, options) {
      yield* data[store].entryKeys(range, options)
    },
    add: async (store, row) => data[store].add(row),
    put: async (store, row) => data[store].put(row),
    delete: async (store, key) => data[store].delete(key),
    deleteRange: async (store, range) => data[store].deleteRange(range),
    clear: async (store) => data[store].clear(),
  }
}
