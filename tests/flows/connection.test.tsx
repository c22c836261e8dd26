import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forgetLoss, startCall, useLostConnections } from '../../src/backend/connection.ts'
import { fileOf, png } from '../mediaFiles.ts'
import { expectLoggedErrors } from './screen.ts'
import { useMediaUpload } from '../../src/features/media/useMediaUpload.ts'

const connectionLost = Object.assign(new Error('No response'), { name: 'ConnectionLostError' })

/** Loses the connection to the media service. Returns a function that lists the lost services. */
function loseUploads() {
  const { result } = renderHook(useLostConnections)
  act(() => startCall('uploads')(connectionLost))
  const lost = () => [...result.current]
  expect(lost()).toEqual(['uploads'])
  return lost
}

it('an upload reports the media service as back although the backend was lost meanwhile', () => {
  const lost = loseUploads()
  const report = startCall('uploads')
  act(() => startCall('backend')(connectionLost))
  act(() => report())
  expect(lost()).toEqual(['backend'])
  act(() => forgetLoss('backend'))
})

it('the loss of the media service is forgotten when the file is removed', () => {
  const lost = loseUploads()
  const { result } = renderHook(useMediaUpload)
  act(() => result.current.remove())
  expect(lost()).toEqual([])
})

it('the loss of the media service lasts until the last file that failed is removed', async () => {
  const lost = loseUploads()
  const { result } = renderHook(() => [useMediaUpload(), useMediaUpload()])
  // No user is signed in, so each upload fails.
  act(() => result.current.forEach(({ pick }) => pick(fileOf(png), 'IMAGE')))
  const statuses = () => result.current.map(({ media }) => media?.state.status)
  await waitFor(() => expect(statuses()).toEqual(['failed', 'failed']))
  const refusal = 'The token is invalid. Unauthorized access error.'
  await expectLoggedErrors(refusal, refusal)
  act(() => result.current[0]?.remove())
  expect(lost()).toEqual(['uploads'])
  act(() => result.current[1]?.remove())
  expect(lost()).toEqual([])
})
