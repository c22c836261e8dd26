import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { broadcastTarget } from '../../resolvers/index.ts'

/** What is heard there of `news`. */
function listenTo(target: EventTarget): ReturnType<typeof vi.fn> {
  const hear = vi.fn()
  target.addEventListener('news', (event) => hear(event instanceof CustomEvent && event.detail))
  return hear
}

function tell(target: EventTarget, detail: string): void {
  target.dispatchEvent(new CustomEvent('news', { detail }))
}

function refuse(): never {
  throw new DOMException('Insecure.', 'SecurityError')
}

describe('a broadcast target', () => {
  it('reaches those who listen here, and all others of its name', async () => {
    const [one, other] = [broadcastTarget('unit'), broadcastTarget('unit')]
    const heard = [listenTo(one), listenTo(other)]
    tell(one, 'hello')
    for (const hear of heard) await vi.waitFor(() => expect(hear).toHaveBeenCalledExactlyOnceWith('hello'))
    one.close()
    other.close()
  })

  it('once closed, is heard here alone, and hears nobody else', async () => {
    const [closed, open, witness] = [broadcastTarget('unit'), broadcastTarget('unit'), broadcastTarget('unit')]
    const [hereHeard, thereHeard] = [listenTo(closed), listenTo(open)]
    const witnessed = listenTo(witness)
    closed.close()
    tell(closed, 'to myself')
    tell(open, 'to all')
    await vi.waitFor(() => expect(witnessed).toHaveBeenCalledExactlyOnceWith('to all'))
    expect(hereHeard.mock.calls).toEqual([['to myself']])
    expect(thereHeard.mock.calls).toEqual([['to all']])
    open.close()
    witness.close()
  })

  it.each([
    ['there are no channels', undefined],
    ['channels are forbidden, as Firefox does with cookies', refuse],
  ])('reaches those who listen here where %s', (_case, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    onTestFinished(() => void vi.unstubAllGlobals())
    const target = broadcastTarget()
    const hear = listenTo(target)
    tell(target, 'hello')
    expect(hear).toHaveBeenCalledExactlyOnceWith('hello')
    target.close()
  })
})
