import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures.ts'
import { expectWorker } from './app.ts'

test.use({ serviceWorkers: 'allow' })

/** What docs/http.md asks the reader to paste, one block after the other. */
const blocks = [...readFileSync('docs/http.md', 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block = '']) => block)

/** The statuses that stand behind the calls of a block. */
const promisedIn = (block: string) => [...block.matchAll(/ \/\/ (\d{3})$/gm)].map(([, status]) => Number(status))

test('what docs/http.md says works when pasted into the console, and answers with the statuses it promises', async ({ page, context, expectConsole }) => {
  expectConsole('the server responded with a status of 4')
  const answered: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/(api|graphql|media)/.test(pathname)) answered.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  await page.goto('/')
  await expectWorker(page)

  const console = await context.newCDPSession(page)
  for (const block of blocks) {
    answered.length = 0
    const { exceptionDetails } = await console.send('Runtime.evaluate', { expression: block, replMode: true, awaitPromise: true })
    expect(exceptionDetails, block).toBeUndefined()
    await expect.poll(() => answered.map((line) => Number(line.slice(-3))), block).toEqual(promisedIn(block))
  }
})
