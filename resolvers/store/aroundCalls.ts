import type { ReadTables } from './port.ts'

/** Runs a call of the store. `name` is a name such as `posts.feed`. */
export type AroundCall = <Result>(call: () => Promise<Result>, name: string) => Promise<Result>

/** Returns the same calls, each of which `around` runs. */
export function aroundCalls(read: ReadTables, around: AroundCall): ReadTables {
  return new Proxy(read, { get: (tables, table) => aroundTable(Reflect.get(tables, table), String(table), around) })
}

function aroundTable(table: object, tableName: string, around: AroundCall): object {
  return new Proxy(table, {
    get(calls, name) {
      const call = Reflect.get(calls, name)
      return (...args: unknown[]) =>
        around(async () => Reflect.apply(call, calls, args), `${tableName}.${String(name)}`)
    },
  })
}
