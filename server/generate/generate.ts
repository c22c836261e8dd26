import { randomBytes } from 'node:crypto'
import { parse, number, object, string } from 'valibot'
import { openBulkLoad, type BulkLoad } from '../../resolvers/store/postgres/bulkLoad.ts'
import type { Source } from '../../resolvers/store/postgres/connection/database.ts'
import { counted } from '../counted.ts'
import { argon2Passwords } from '../passwords.ts'
import { createLargeData, type LargePlan } from './largeData.ts'

/** The share of the time that making and sending rows takes; building the indexes takes the rest. */
const ROWS_SHARE = 0.6

const planShape = object({ users: number(), posts: number(), now: number(), passwordHash: string() })

/**
 * Makes users and posts in a database without users. Goes on where another process that made the same numbers was killed.
 * Prints the random password of all users when it begins.
 */
export async function generateInto(source: Source, totals: { users: number; posts: number }): Promise<void> {
  const load = await openBulkLoad(source)
  try {
    const { plan, steps } = await begin(load, totals)
    const data = createLargeData(plan)
    const report = createReport(ROWS_SHARE * (steps / data.steps))
    let sent = Promise.resolve()
    for (let step = steps; step < data.steps; step += 1) {
      const rows = await data.rowsOf(step)
      await sent
      report('rows', ROWS_SHARE * (step / data.steps))
      sent = load.load(step, rows)
      // It is awaited in the next round; until then a failure must not end the process.
      sent.catch(() => {})
    }
    await sent
    await load.finish((share) => report('indexes', ROWS_SHARE + (1 - ROWS_SHARE) * share))
    console.log(`Generated ${counted(plan.users, 'user')} and ${counted(plan.posts, 'post')}.`)
    console.log(`Half of the users follow ${data.celebrity}; ${data.reader} follows one in 200.`)
  } finally {
    await load.close()
  }
}

async function begin(
  load: BulkLoad,
  totals: { users: number; posts: number },
): Promise<{ plan: LargePlan; steps: number }> {
  const unfinished = await load.unfinished()
  if (unfinished) {
    const plan = parse(planShape, unfinished.plan)
    if (plan.users === totals.users && plan.posts === totals.posts) {
      console.log('Going on where another process was stopped. It has printed the password.')
      return { plan, steps: unfinished.steps }
    }
  }
  const password = randomBytes(12).toString('base64url')
  const plan = { ...totals, now: Date.now(), passwordHash: await argon2Passwords().hash(password) }
  // Before anything is changed: it refuses numbers out of range.
  createLargeData(plan)
  await load.begin(plan)
  console.log(`The password of all generated users: ${password}`)
  return { plan, steps: 0 }
}

/** Returns a function that prints each twentieth of the work, with the time left. */
function createReport(first: number): (phase: string, share: number) => void {
  const start = performance.now()
  let printed = Math.floor(20 * first)
  return (phase, share) => {
    const twentieths = Math.floor(20 * share)
    if (twentieths <= printed) return
    printed = twentieths
    const seconds = ((performance.now() - start) / 1000) * ((1 - share) / (share - first))
    console.log(`${phase}: ${5 * twentieths} %, ${durationOf(seconds)} left`)
  }
}

function durationOf(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
