import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { runTracked } from '../../resolvers/store/trackedCalls.ts'

it('a transaction keeps no results of calls that have ended', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  await runTracked(async (track) => {
    const page = new WeakRef(await track(async () => ['a page of a table']))
    // A WeakRef keeps what it was created with until the end of the turn.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    expect(page.deref()).toBeUndefined()
  })
})
