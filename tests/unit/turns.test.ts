import { beforeEach, expect, it, vi } from 'vitest'
import { Turns } from '../../resolvers/store/postgres/turns.ts'
import { deferred } from '../deferred.ts'

const MAX_WAIT_MS = 2000

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('runs two changes of a row at once and the others in the order of their calls', async () => {
  const turns = new Turns(MAX_WAIT_MS)
  const changes = Array.from({ length: 4 }, () => deferred())
  const begun: number[] = []
  const runs = changes.map(({ promise }, index) =>
    turns.run('row', () => {
      begun.push(index)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  await turns.run('other row', async () => {})
  for (const [index, change] of changes.entries()) {
    change.resolve()
    await runs[index]
  }
  expect(begun).toEqual([0, 1, 2, 3])
})

it('refuses a change whose turn does not come in time, although those before it still run', async () => {
  const turns = new Turns(MAX_WAIT_MS)
  const [first, second] = [deferred(), deferred()]
  const running = [turns.run('row', () => first.promise), turns.run('row', () => second.promise)]
  const late = vi.fn<() => Promise<void>>()
  const refused = expect(turns.run('row', late)).rejects.toMatchObject({ name: 'UnavailableError' })
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
  await refused
  first.resolve()
  second.resolve()
  await Promise.all(running)
  expect(late).not.toHaveBeenCalled()
  expect(await turns.run('row', async () => 'done')).toBe('done')
})
