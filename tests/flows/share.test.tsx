import { afterEach, expect, it, vi } from 'vitest'
import { openOtherTab, startApp } from './app.tsx'
import { button, expectToasts, findPost } from './screen.ts'

/** Gives jsdom a share sheet that does not open. */
function refuseShareSheet(error: DOMException): void {
  Object.assign(navigator, { canShare: () => true, share: vi.fn().mockRejectedValue(error) })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})

it('copies the link if the browser refuses to open the share sheet', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  refuseShareSheet(new DOMException('Denied', 'NotAllowedError'))
  await user.click(button('Share', await findPost('Hemp')))
  await expectToasts('info: Link copied')
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/post/${id}`)
})
