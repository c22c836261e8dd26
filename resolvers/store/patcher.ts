import type { Patch } from './port.ts'

/** Returns a function that copies a row with the changes of a patch. Changing the patch later has no effect. */
export function patcher({ set = {}, add = {} }: Patch<object, string>): <Row extends object>(row: Row) => Row {
  const columns = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  const increments = Object.entries(add)
  return (row) => {
    const before = new Map<string, unknown>(Object.entries(row))
    const counters = increments.map(([name, by]) => [name, Number(before.get(name)) + Number(by)])
    return { ...row, ...columns, ...Object.fromEntries(counters) }
  }
}
