import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures.ts'
import { expectWorker } from './app.ts'

test.use({ serviceWorkers: 'allow' })

/** What docs/http.md asks its reader to paste, one block after the other. tests/structure/docs.test.ts says what they hold. */
const blocks = [...readFileSync('docs/http.md', 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(
  ([, block = '']) => block,
)

/** The statuses behind the calls of a block. */
function promisedIn(block: string): number[] {
  return [...block.matchAll(/ \/\/ (\d{3})$/gm)].map(([, status]) => Number(status))
}

test('what docs/http.md shows, pasted into the console, is answered as it says', async ({
  page,
  context,
  expectConsole,
}) => {
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
    // As the console does: with `await`, and names that the next block knows.
    const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression: block,
      replMode: true,
      awaitPromise: true,
    })
    expect(exceptionDetails, block).toBeUndefined()
    await expect.poll(() => statuses, block).toEqual(promisedIn(block))
  }
})
