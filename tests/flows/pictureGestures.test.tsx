import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePictureGestures } from '../../src/features/media/usePictureGestures.ts'

function Stage({ close }: { close: () => void }) {
  const { stage } = usePictureGestures(close)
  return <div {...stage} role="img" />
}

/** Presses beside the picture and releases the button this many pixels away. Returns whether the dialog closes. */
function closesAfter(distance: number): boolean {
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture ??= () => {}
  const close = vi.fn()
  render(<Stage close={close} />)
  const stage = screen.getByRole('img')
  fireEvent.pointerDown(stage, { button: 0, buttons: 1, pointerId: 1, pointerType: 'mouse', clientX: 50, clientY: 50 })
  const end = { clientX: 50 + distance, clientY: 50 }
  fireEvent.pointerMove(stage, { buttons: 1, pointerId: 1, pointerType: 'mouse', ...end })
  fireEvent.pointerUp(stage, { button: 0, pointerId: 1, pointerType: 'mouse', ...end })
  fireEvent.click(stage, { detail: 1, ...end })
  return close.mock.calls.length > 0
}

it('closes the picture dialog after a click beside the picture', () => {
  expect(closesAfter(1)).toBe(true)
})

it('keeps the picture dialog open if a drag ends beside the picture', () => {
  expect(closesAfter(40)).toBe(false)
})
