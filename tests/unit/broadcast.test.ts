import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { broadcastTarget } from '../../resolvers/browser/index.ts'

/** Returns a mock function that receives the detail of every `news` event. */
function listenTo(target: EventTarget): ReturnType<typeof vi.fn> {
  const listener = vi.fn()
  target.addEventListener('news', (event) => listener(event instanceof CustomEvent && event.detail))
  return listener
}

function publish(target: EventTarget, detail: string): void {
  target.dispatchEvent(new CustomEvent('news', { detail }))
}

function throwSecurityError(): never {
  throw new DOMException('Insecure.', 'SecurityError')
}

describe('broadcastTarget', () => {
  it('publishes to its own listeners and to the targets with the same name', async () => {
    const [local, remote] = [broadcastTarget('unit'), broadcastTarget('unit')]
    const listeners = [listenTo(local), listenTo(remote)]
    publish(local, 'hello')
    for (const listener of listeners) await expect.poll(() => listener).toHaveBeenCalledExactlyOnceWith('hello')
    local.close()
    remote.close()
  })

  it('ignores messages that no target has sent', async () => {
    const target = broadcastTarget('unit')
    const other = new BroadcastChannel('unit')
    const listener = listenTo(target)
    for (const message of ['news', null, { detail: 'unnamed' }, { type: 'news', detail: 'hello' }])
      other.postMessage(message)
    await expect.poll(() => listener).toHaveBeenCalledExactlyOnceWith('hello')
    other.close()
    target.close()
  })

  it('publishes to its own listeners only, and receives nothing, once closed', async () => {
    const [closed, open, third] = [broadcastTarget('unit'), broadcastTarget('unit'), broadcastTarget('unit')]
    const [closedListener, openListener] = [listenTo(closed), listenTo(open)]
    const thirdListener = listenTo(third)
    closed.close()
    publish(closed, 'to myself')
    publish(open, 'to all')
    await expect.poll(() => thirdListener).toHaveBeenCalledExactlyOnceWith('to all')
    expect(closedListener.mock.calls).toEqual([['to myself']])
    expect(openListener.mock.calls).toEqual([['to all']])
    open.close()
    third.close()
  })

  it.each([
    ['BroadcastChannel is missing', undefined],
    ['BroadcastChannel throws, as in Firefox with cookies blocked', throwSecurityError],
  ])('publishes to its own listeners when %s', (_case, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    onTestFinished(() => void vi.unstubAllGlobals())
    const target = broadcastTarget()
    const listener = listenTo(target)
    publish(target, 'hello')
    expect(listener).toHaveBeenCalledExactlyOnceWith('hello')
    target.close()
  })
})
