import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { countWrites, openOtherTab, startApp } from './app.tsx'
import { button, expectToasts, findPost, toasts } from './screen.ts'

function timers(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[class*=timer]')
}

/** Returns the timer of the only toast: an animation, at whose end the toast closes. It never ends by itself in jsdom. */
function timer(): HTMLElement {
  const [bar, ...others] = timers()
  if (!bar || others.length > 0) throw new Error('There is not exactly one toast.')
  return bar
}

async function endTimer(): Promise<void> {
  // The event's name in browsers without `AnimationEvent`, which jsdom lacks.
  fireEvent(timer(), new Event('webkitAnimationEnd', { bubbles: true }))
  await waitFor(() => expect(toasts()).toEqual([]))
}

it('a toast closes after 5 s', async () => {
  const user = await startApp('/login')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await expectToasts('warning: Enter all Credentials!')
  expect(timer().style.animationDuration).toBe('5000ms')
  await endTimer()
})

it('the toast of a bookmark stays 5 s, and 100 ms once another one has replaced it', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  const hemp = await findPost('Hemp')
  await user.click(button('Bookmark', hemp))
  await expectToasts('success: Added to Bookmark')
  expect(timer().style.animationDuration).toBe('5000ms')
  await user.click(button('Remove bookmark', hemp))
  await expectToasts('success: Added to Bookmark', 'success: Removed from Bookmark')
  const times = () => [...timers()].map(({ style }) => style.animationDuration)
  await waitFor(() => expect(times()).toEqual(['100ms', '5000ms']))
})

it('Undo of a bookmark takes it back, once for several presses in one task', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  const hemp = await findPost('Hemp')
  await user.click(button('Bookmark', hemp))
  await expectToasts('success: Added to Bookmark')
  const writes = countWrites()
  const undo = button('Undo')
  for (let time = 0; time < 3; time += 1) undo.click()
  await waitFor(() => expect(button('Bookmark', hemp)).toBeTruthy())
  await expectToasts('success: Removed from Bookmark')
  expect(writes()).toBe(1)
})

it('Dismiss of a toast by keyboard moves the focus to the content of the page', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  await user.click(button('Delete post', await findPost('Hemp')))
  await expectToasts('info: Post deleted')
  button('Dismiss').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})
