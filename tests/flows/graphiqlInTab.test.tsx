import { act } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { expect, it } from 'vitest'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { runInTab } from '../../src/devtools/graphiql/runInTab.ts'
import { openOtherTab, setLab, startApp, waitForResponses } from './app.tsx'

it('a mutation of GraphiQL without a connection fails, and is not sent again', async () => {
  const tab = await openOtherTab({ samples: false })
  await startApp('/settings', { as: await tab.signUpUser('ana') })
  await setLab({ kind: 'dropped' })
  const query = 'mutation { createPost(input: { content: "Nettle" }) { postEdge { cursor } } }'
  const { errors } = await act(() => firstValueFrom(runInTab({ query })))
  expect(errors).toMatchObject([{ message: 'No response: the connection was lost.' }])
  await setLab()
  act(() => addReconnection())
  await waitForResponses()
  expect(await tab.store.read.posts.page('LATEST', { limit: 9 })).toEqual([])
})
