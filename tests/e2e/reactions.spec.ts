import { readFileSync } from 'node:fs'
import { alert } from './app.ts'
import { expect, userTest, test } from './fixtures.ts'
import { setLab, type LabChoice } from './lab.ts'
import { reactionSteps } from './reactionSteps.ts'

/**
 * Tests every client reaction of spec §8 with the steps of the table in docs/lab.md. Each test starts on the lab's page
 * and continues by links, because another page load would take longer than the test.
 */

interface Reaction {
  reaction: string
  lab: LabChoice
  /** The steps of the user, in words. */
  act: string
  see: string
}

const reactions =
  readFileSync('docs/lab.md', 'utf8')
    .split('| reaction | in the lab | do | see |\n')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line): Reaction => {
      const [reaction = '', lab = '', act = '', see = ''] = line.slice(2, -2).split(' | ')
      return { reaction, lab: choiceIn(lab), act, see }
    }) ?? []

/** Parses a cell such as "`500 before commit` for `LikePost`, `Once`" or "latency `2000`". */
function choiceIn(words: string): LabChoice {
  const [, latency] = /^latency `(\d+)`$/.exec(words) ?? []
  if (latency) return { latency: Number(latency) }
  const [, fault, only, often] =
    /^`(500 before commit|500 after commit|Dropped connection|Offline)` for `([^`]+)`(?:, `(Once)`)?$/.exec(words) ?? []
  if (fault === undefined) return {}
  return { fault: asFault(fault), only: only ?? '', often: often ? 'Once' : 'Always' }
}

function asFault(words: string): NonNullable<LabChoice['fault']> {
  const known = ['500 before commit', '500 after commit', 'Dropped connection', 'Offline'] as const
  return known.find((fault) => fault === words) ?? 'None'
}

test('these tests cover exactly the rows of the table in docs/lab.md', () => {
  expect(reactions.map(({ reaction }) => reaction).toSorted()).toEqual(Object.keys(reactionSteps).toSorted())
})

const isForVisitors = ({ act }: Reaction) => /^(log-in|sign-up)/.test(act)
const isBehindWorker = ({ lab }: Reaction) => lab.only?.startsWith('GET ') ?? false

for (const row of reactions) {
  const { reaction, lab, see } = row
  const by = isForVisitors(row) ? test : userTest
  by.describe(reaction, () => {
    by.use({ serviceWorkers: isBehindWorker(row) ? 'allow' : 'block' })
    by(`shows ${see}`, async ({ page, expectConsole }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      for (const text of ['The lab injected', 'Something went wrong on our side', 'No response', 'status of 500'])
        expectConsole(text)
      await setLab(page, lab)
      await reactionSteps[reaction]?.(page)
      for (const [, message = ''] of see.matchAll(/(?:error|warning) `([^`]+)`/g))
        await expect(alert(page, message)).toBeVisible()
      if (see.includes('logged')) await expect.poll(() => logged.length).toBeGreaterThan(0)
      if (see.startsWith('no toast')) await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
}
