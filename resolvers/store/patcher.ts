import type { Patch } from './port.ts'

/** Returns a function that copies a row with the changes of a patch. Changing the patch later has no effect. */
export function patcher({ set = {}, add = {} }: Patch<object>): <Row extends object>(row: Row) => Row {
  const columns = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  const increments = Object.entries(add)
  return (row) => {
    const before = new Map<string, unknown>(Object.entries(row))
    const counters = increments.map(([name, by]) => [name, Number(before.get(name)) + Number(by)])
    return { ...row, ...columns, ...Object.fromEntries(counters) }
  }
}

/**
 * Returns a function that takes a like off a post when its user is removed. The count may be 0 already: a dislike by
 * somebody who never liked the post takes a like off, too.
 */
export function withoutLike(updatedAt: number): <Row extends { likeCount: number }>(row: Row) => Row {
  return (row) => ({ ...row, likeCount: Math.max(0, row.likeCount - 1), updatedAt })
}
