import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { broadcastTarget } from '../../resolvers/browser/index.ts'
import { subscribeTo } from '../../resolvers/events/eventQueue.ts'
import { createPublisher, MAX_QUEUED_EVENTS } from '../../resolvers/events/events.ts'

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
    for (const listener of listeners) await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith('hello'))
    local.close()
    remote.close()
  })

  it('publishes to its own listeners only, and receives nothing, once closed', async () => {
    const [closed, open, third] = [broadcastTarget('unit'), broadcastTarget('unit'), broadcastTarget('unit')]
    const [closedListener, openListener] = [listenTo(closed), listenTo(open)]
    const thirdListener = listenTo(third)
    closed.close()
    publish(closed, 'to myself')
    publish(open, 'to all')
    await vi.waitFor(() => expect(thirdListener).toHaveBeenCalledExactlyOnceWith('to all'))
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

  it('keeps the events of a type for its first listener, however many listeners follow', async () => {
    const [local, remote] = [broadcastTarget('unit'), broadcastTarget('unit', ['news'])]
    const other = vi.fn()
    remote.addEventListener('other', other)
    publish(local, 'early')
    local.dispatchEvent(new CustomEvent('other'))
    await vi.waitFor(() => expect(other).toHaveBeenCalled())
    const [first, second] = [listenTo(remote), listenTo(remote)]
    publish(remote, 'late')
    expect(first.mock.calls).toEqual([['early'], ['late']])
    expect(second.mock.calls).toEqual([['late']])
    local.close()
    remote.close()
  })

  it('keeps no events of other types and none from before `keepEvents`', () => {
    const target = broadcastTarget('unit', ['old'])
    const old = vi.fn()
    publish(target, 'early')
    target.dispatchEvent(new CustomEvent('old'))
    target.keepEvents()
    target.addEventListener('old', old)
    expect(listenTo(target)).not.toHaveBeenCalled()
    expect(old).not.toHaveBeenCalled()
    target.close()
  })

  it('replaces the kept events by null when there are too many', () => {
    const target = broadcastTarget('unit', ['news'])
    for (let count = 0; count <= MAX_QUEUED_EVENTS; count += 1) publish(target, `news ${count}`)
    publish(target, 'last')
    expect(listenTo(target).mock.calls).toEqual([[null], [`news ${MAX_QUEUED_EVENTS}`], ['last']])
    target.close()
  })

  it('reports missed events to a subscription that accepts none of the kept ones', async () => {
    const target = broadcastTarget('unit', ['userChanged'])
    const publishTo = createPublisher(target)
    for (let count = 0; count <= MAX_QUEUED_EVENTS; count += 1) publishTo('userChanged', { userId: `user ${count}` })
    const queue = subscribeTo(target, 'userChanged', ({ userId }) => userId === 'ana')
    publishTo('userChanged', { userId: 'ana' })
    expect((await queue.next())?.payload).toBeNull()
    expect((await queue.next())?.payload).toEqual({ userId: 'ana' })
    queue.end()
    target.close()
  })

  it('keeps the events after `keepEvents` for the next listener, although there were listeners before', () => {
    const target = broadcastTarget('unit', ['news'])
    listenTo(target)
    publish(target, 'of the former session')
    target.keepEvents()
    publish(target, 'of the next session')
    expect(listenTo(target).mock.calls).toEqual([['of the next session']])
    target.close()
  })

  it('keeps only the last of equal events, as the queue of a subscription does', () => {
    const target = broadcastTarget('unit', ['news'])
    for (const detail of ['one', 'two', 'one']) publish(target, detail)
    expect(listenTo(target).mock.calls).toEqual([['two'], ['one']])
    target.close()
  })
})
