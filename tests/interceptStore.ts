import type { AdministeredStore } from '../resolvers/store/administration.ts'

/**
 * Runs before each store call, which waits for it. `call` is a name such as `posts.page`. If it throws, the call fails with
 * that error.
 */
export type OnCall = (call: string, args: readonly unknown[]) => unknown

/** Wraps a store so that `onCall` runs before every call. */
export function interceptStore(store: AdministeredStore, onCall: OnCall): AdministeredStore {
  return {
    read: interceptTables(store.read, onCall),
    async transaction(work, options) {
      await onCall('transaction', [])
      return store.transaction((tx) => work(interceptTables(tx, onCall)), options)
    },
    blobs: interceptTables({ blobs: store.blobs }, onCall).blobs,
    admin: {
      read: (work) => store.admin.read((tx) => work(interceptTables(tx, onCall))),
      async transaction(work, options) {
        await onCall('transaction', [])
        return store.admin.transaction((tx) => work(interceptTables(tx, onCall)), options)
      },
    },
    close: () => store.close(),
  }
}

function interceptTables<Tables extends object>(tables: Tables, onCall: OnCall): Tables {
  /** Wraps a table, or a method of the transaction itself. */
  const interceptMethods = (methods: CallableFunction, table: PropertyKey) =>
    new Proxy(methods, {
      get(target, method) {
        const call = Reflect.get(target, method)
        return (
          call &&
          (async (...args: unknown[]) => {
            await onCall(`${String(table)}.${String(method)}`, args)
            return Reflect.apply(call, target, args)
          })
        )
      },
      apply: (target, _this, args) => {
        onCall(String(table), args)
        return Reflect.apply(target, tables, args)
      },
    })
  return new Proxy<Tables>(tables, {
    get: (target: object, table) => interceptMethods(Reflect.get(target, table), table),
  })
}
