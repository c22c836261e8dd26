import { button, expectRows, heading, logIn, post, writePost } from '../app.ts'
import { expect, visitorTest } from '../fixtures.ts'
import { expectExtras, expectWorker } from './app.ts'

visitorTest.use({ serviceWorkers: 'allow' })

visitorTest('everything works offline after one visit', { tag: '@quick' }, async ({ page, context }) => {
  await page.goto('/')
  await expectWorker(page)
  await expectExtras(page)
  await context.setOffline(true)

  await page.goto('/login')
  await logIn(page)
  await expect(heading(page, 'Home')).toBeVisible()
  await writePost(page, 'Written offline')
  await expectRows(page, 'posts', ({ content }) => content === 'Written offline')
  await page.reload()
  await expect(post(page, 'Written offline')).toBeVisible()
  await page.getByRole('link', { name: 'Explore' }).click()
  await expect(heading(page, 'Explore')).toBeVisible()

  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await expect(page.getByRole('region', { name: 'Result Window' }).or(page.locator('.result-window'))).toContainText(
    'Written offline',
  )

  await page.getByRole('region', { name: 'Operation Editor' }).getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('query Loose { viewer { username } }')
  await button(page, 'Prettify query (Shift-Ctrl-P)').click()
  await expect(page.locator('.graphiql-editor .view-line').first()).toHaveText('query Loose {')
})

visitorTest(
  'a chunk that is missing offline loads when the connection returns, without a reload loop',
  async ({ page, context, expectConsole }) => {
    for (const text of ['A part of Weft did not load', 'net::ERR_']) expectConsole(text)
    await page.goto('/')
    await expectWorker(page)
    await expectExtras(page)
    await context.setOffline(true)
    await page.evaluate(() => caches.delete('weft-extras'))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto('/graphiql')
    await expect(button(page, 'Reload')).toBeVisible()
    await button(page, 'Reload').click()
    await expect.poll(() => loads).toBe(2)
    await expect(button(page, 'Reload')).toBeVisible()
    expect(loads).toBe(2)

    // Loads without another press.
    await context.setOffline(false)
    await expect(heading(page, 'GraphiQL')).toBeVisible()
  },
)
