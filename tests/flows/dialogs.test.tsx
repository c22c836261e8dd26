import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../src/ui/Dialog.tsx'

/** The history entries of dialogs, and the presses beside them that close them. */

beforeEach(() => history.replaceState(null, ''))

const noop = () => {}
const dialog = (name: string, onClose = noop) => (
  <Dialog key={name} labelledBy="name" onClose={onClose}>
    <h2 id="name">{name}</h2>
  </Dialog>
)
const shown = (name: string) => screen.getByRole<HTMLDialogElement>('dialog', { name })
const nextPopState = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

async function goBack(): Promise<void> {
  const arrived = nextPopState()
  history.back()
  await arrived
}

it('a dialog that opens before the entry of the former one is removed stays open until Back', async () => {
  const arrived = nextPopState()
  const app = render(dialog('First', () => app.rerender(dialog('Second'))))
  shown('First').close()
  await arrived
  expect(shown('Second').open).toBe(true)
  expect(history.state).toMatchObject({ modal: true })
  await goBack()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a dialog that opens before the former one reports its close takes over the entry', async () => {
  const goesBack = vi.spyOn(history, 'back')
  let closed = false
  const first = dialog('First', () => (closed = true))
  const app = render(first)
  shown('First').close()
  app.rerender([first, dialog('Second')])
  await waitFor(() => expect(closed).toBe(true))
  expect(goesBack).not.toHaveBeenCalled()
  expect(history.state).toMatchObject({ modal: true })
  await goBack()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a dialog that is removed while it is open leaves no entry in the history', async () => {
  history.replaceState({ idx: 2 }, '')
  const app = render(dialog('Any'))
  const arrived = nextPopState()
  app.unmount()
  await arrived
  expect(history.state).toEqual({ idx: 2 })
})

it('a dialog that is removed by a redirect leaves no entry of its page below the next one', async () => {
  history.replaceState({ idx: 2 }, '')
  const app = render(dialog('Any'))
  const arrived = nextPopState()
  app.unmount()
  history.replaceState({ idx: 3 }, '')
  await arrived
  expect(history.state).toEqual({ idx: 2 })
})

it('a dialog that is removed after a link in it has replaced its entry does not go back', async () => {
  const goesBack = vi.spyOn(history, 'back')
  const app = render(dialog('Any'))
  history.replaceState({ idx: 3 }, '')
  app.unmount()
  await Promise.resolve()
  expect(goesBack).not.toHaveBeenCalled()
})

it('a dialog stays open when strict mode mounts it twice', async () => {
  const goesBack = vi.spyOn(history, 'back')
  render(<StrictMode>{dialog('Any')}</StrictMode>)
  await Promise.resolve()
  expect(goesBack).not.toHaveBeenCalled()
  expect(shown('Any').open).toBe(true)
  expect(history.state).toMatchObject({ modal: true })
})

it('the entry of a dialog counts as one more page of the app', () => {
  history.replaceState({ idx: 2 }, '')
  render(dialog('Any'))
  expect(history.state).toMatchObject({ idx: 3 })
})

it.each([
  ['closes a dialog with a click beside it, not with the press', 'dialog', 'dialog', false],
  ['keeps a dialog open if a press starts in it and ends beside it', 'heading', 'dialog', true],
  ['keeps a dialog open if a press starts beside it and ends in it', 'dialog', 'heading', true],
])('%s', async (_title, start, end, isOpen) => {
  render(dialog('Any'))
  const open = shown('Any')
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole(start) })
  expect(open.open).toBe(true)
  await user.pointer([{ target: screen.getByRole(end) }, { keys: '[/MouseLeft]' }])
  expect(open.open).toBe(isOpen)
})
