import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forgetLoss, startCall, useLostConnections } from '../../src/backend/connection.ts'
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
