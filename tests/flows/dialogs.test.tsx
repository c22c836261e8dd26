import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../src/ui/Dialog.tsx'

/** The history entries of dialogs. */

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
