import { seededKey } from '../../seed/seedIfEmpty.ts'
import type { Tables } from '../../store/port.ts'
import { grow } from './generator/generate.ts'
import type { Job } from './job.ts'
import { loadSamples, type Samples } from './samples.ts'
import type { ScenarioName } from './tasks.ts'

/** How many there are of each in the end; a scenario that is not here does not grow. */
export const sizes: { readonly [Name in ScenarioName]?: { users: number; posts: number } } = {
  busy: { users: 206, posts: 2000 },
  veryLarge: { users: 10_000, posts: 100_000 },
}

/** Puts a named state in the place of all there is. */
export async function play(job: Job, { scenario, seed }: { scenario: ScenarioName; seed: number }): Promise<void> {
  job.onProgress({ phase: 'clearing', done: 0, total: 1 })
  const samples = await loadSamples()
  await job.change((tx) => reset(tx, job.now, samples, scenario !== 'empty'))
  const size = sizes[scenario]
  if (size) await grow(job, { ...size, seed })
  else job.onProgress({ phase: 'clearing', done: 1, total: 1 })
}

/** What was empty once stays so: it is not sown again. */
async function reset(tx: Tables, now: number, { seedUsers, writeSeed }: Samples, withSamples: boolean): Promise<void> {
  const known = await Promise.all(seedUsers.map(({ username }) => tx.users.byUsername(username)))
  await tx.clear()
  // With the id goes the token: whoever is signed in as one of them stays it.
  if (withSamples) await writeSeed(tx, now, new Map(known.flatMap((row) => (row ? [[row.username, row.id]] : []))))
  if ((await tx.meta.get(seededKey)) === undefined) await tx.meta.put(seededKey, now)
}
