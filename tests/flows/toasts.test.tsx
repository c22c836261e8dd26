import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openOtherTab, startApp } from './app.tsx'
import { button, expectToasts, findPost, toasts } from './screen.ts'

/** Returns the timer of the only toast: an animation, at whose end the toast closes. It never ends by itself in jsdom. */
function timer(): HTMLElement {
  const [bar, ...others] = document.querySelectorAll<HTMLElement>('[class*=timer]')
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

it('the toasts of bookmarks close after 100 ms', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  const hemp = await findPost('Hemp')
  for (const [name, message] of [
    ['Bookmark', 'Added to Bookmark'],
    ['Remove bookmark', 'Removed from Bookmark'],
  ] as const) {
    await user.click(button(name, hemp))
    await expectToasts(`success: ${message}`)
    expect(timer().style.animationDuration).toBe('100ms')
    await endTimer()
  }
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
