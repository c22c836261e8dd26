import { expect, it } from 'vitest'
import { ApiError } from '../../resolvers/services/errorCatalogue.ts'
import { createHeldMemory } from '../../server/http/heldMemory.ts'

const megabyte = 1_000_000

/** A request of a client that waits for it, or is being handled. */
function request(hold: ReturnType<typeof createHeldMemory>, client: string, { waits }: { waits: boolean }) {
  let isOpen = true
  const held = hold(client, { waitsForClient: () => waits, close: () => (isOpen = false) })
  return { held, isOpen: () => isOpen }
}

it('closes the connections that wait for their client once a request holds more than there is room for', () => {
  const hold = createHeldMemory()
  const waiting = [0, 1, 2, 3].map((number) => request(hold, `client ${number}`, { waits: true }))
  for (const { held } of waiting) held.add(39 * megabyte)
  const handled = request(hold, 'another', { waits: false })
  handled.held.add(3 * megabyte)
  expect(waiting.map(({ isOpen }) => isOpen())).toEqual([true, true, true, true])
  handled.held.add(20 * megabyte)
  expect([...waiting, handled].map(({ isOpen }) => isOpen())).toEqual([false, true, true, true, true])
})

it('refuses a further request of a client that holds too much', () => {
  const hold = createHeldMemory()
  const large = request(hold, 'one', { waits: false })
  large.held.add(41 * megabyte)
  expect(() => request(hold, 'one', { waits: false })).toThrow(ApiError)
  large.held.release()
  expect(() => request(hold, 'one', { waits: false })).not.toThrow()
})
