import type { ReadTables, Store } from '../resolvers/store/port.ts'

/** Hears of a call such as `posts.page` before it happens; what it throws fails the call. */
export type Heed = (call: string) => void

/** The same store, with someone watching. */
export function watchedStore(store: Store, heed: Heed): Store {
  return {
    read: watchedTables(store.read, heed),
    async transaction(work) {
      heed('transaction')
      return store.transaction((tx) => work(watchedTables(tx, heed)))
    },
    view: (work) => store.view((tx) => work(watchedTables(tx, heed))),
    close: () => store.close(),
  }
}

function watchedTables<Tables extends ReadTables>(tables: Tables, heed: Heed): Tables {
  /** A table, or a method of all of them. */
  const watchedMethods = (methods: CallableFunction, table: PropertyKey) =>
    new Proxy(methods, {
      get:
        (target, method) =>
        async (...args: unknown[]) => {
          heed(`${String(table)}.${String(method)}`)
          return Reflect.apply(Reflect.get(target, method), target, args)
        },
      apply: (target, _this, args) => {
        heed(String(table))
        return Reflect.apply(target, tables, args)
      },
    })
  return new Proxy<Tables>(tables, {
    get: (target: object, table) => watchedMethods(Reflect.get(target, table), table),
  })
}
