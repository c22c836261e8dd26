import { expect, test, vi } from 'vitest'
import { UnavailableError } from '../../resolvers/store/errors.ts'
import { Turns } from '../../resolvers/store/postgres/turns.ts'

/** A transaction that runs until `end`. */
function startHeld(turns: Turns, row: string) {
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const work = vi.fn(() => held)
  const result = turns.run(row, work)
  return { work, end: () => (end(), result) }
}

test('runs two changes of a row at once, and the others in order', async () => {
  const turns = new Turns(1000)
  const changes = [1, 2, 3, 4].map(() => startHeld(turns, 'post'))
  const running = () => changes.map(({ work }) => work.mock.calls.length)
  expect(running()).toEqual([1, 1, 0, 0])
  const other = startHeld(turns, 'other post')
  expect(other.work).toHaveBeenCalled()
  await changes[1]?.end()
  expect(running()).toEqual([1, 1, 1, 0])
  await Promise.all(changes.map(({ end }) => end()))
  expect(running()).toEqual([1, 1, 1, 1])
})

test('a change that fails gives its turn to the next', async () => {
  const turns = new Turns(1000)
  const fail = () => turns.run('post', () => Promise.reject(new Error('refused')))
  const results = await Promise.allSettled([fail(), fail(), turns.run('post', async () => 'done')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('a change whose turn does not come in time is refused, although those before it still run', async () => {
  vi.useFakeTimers()
  const turns = new Turns(1000)
  const running = [startHeld(turns, 'post'), startHeld(turns, 'post')]
  const late = vi.fn(async () => {})
  const refused = expect(turns.run('post', late)).rejects.toThrow(UnavailableError)
  await vi.advanceTimersByTimeAsync(1000)
  await refused
  vi.useRealTimers()
  await Promise.all(running.map(({ end }) => end()))
  expect(late).not.toHaveBeenCalled()
  expect(await turns.run('post', async () => 'done')).toBe('done')
})
