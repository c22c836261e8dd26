import { readFileSync } from 'node:fs'
import { expect, visitorTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

visitorTest.use({ serviceWorkers: 'allow' })

/** The code blocks of docs/http.md, in order. tests/structure/docs.test.ts checks their contents. */
const blocks = [...readFileSync('docs/http.md', 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(
  ([, block = '']) => block,
)

/** Returns the statuses in the comments of a block. */
function promisedIn(block: string): number[] {
  return [...block.matchAll(/ \/\/ (\d{3})$/gm)].map(([, status]) => Number(status))
}

visitorTest(
  'the examples of docs/http.md, pasted into the console, get the documented statuses',
  async ({ page, context, expectConsole }) => {
    expectConsole('the server responded with a status of 4')
    let statuses: number[] = []
    page.on('response', (response) => {
      if (/^\/(api|graphql|media)/.test(new URL(response.url()).pathname)) statuses.push(response.status())
    })
    await page.goto('/')
    await expectWorker(page)

    const devtools = await context.newCDPSession(page)
    for (const block of blocks) {
      statuses = []
      // As in the console, `await` works at the top level, and later blocks see the variables of earlier ones.
      const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
        expression: block,
        replMode: true,
        awaitPromise: true,
      })
      expect(exceptionDetails, block).toBeUndefined()
      await expect.poll(() => statuses, block).toEqual(promisedIn(block))
    }
  },
)
