import { seededKey } from '../seed/seedIfEmpty.ts'
import type { AdminWriter } from '../store/administration.ts'
import { generate } from './generator/generate.ts'
import { scenarioTotals, type ScenarioName } from './scenarioTotals.ts'
import type { Job } from '../snapshot/job.ts'
import { loadSeed, type Seed } from './tasks.ts'

/** Replaces all data with a scenario. */
export async function loadScenario(
  job: Job,
  { scenario, seed }: { scenario: ScenarioName; seed: number },
): Promise<void> {
  job.onProgress({ phase: 'clearing', done: 0, total: 1 })
  const sampleData = await loadSeed()
  await job.transaction((tx) => reset(tx, job, sampleData, scenario !== 'empty'))
  await job.continueSession()
  const isGenerated = scenario === 'busy' || scenario === 'veryLarge'
  if (isGenerated) await generate(job, { ...scenarioTotals[scenario], seed })
  else job.onProgress({ phase: 'clearing', done: 1, total: 1 })
}

/** Removes all rows, writes the seed if `withSeed`, and marks the store as seeded, so that an empty one stays empty. */
async function reset(
  tx: AdminWriter,
  { now, tokenVersion }: Job,
  { seedUsers, writeSeed }: Seed,
  withSeed: boolean,
): Promise<void> {
  const existing = await Promise.all(seedUsers.map(({ username }) => tx.users.byUsername(username)))
  await tx.clear()
  // Sample users keep their ids, so that the session that asked for the scenario can go on.
  const knownIds = new Map(existing.flatMap((row) => (row ? [[row.username, row.id]] : [])))
  if (withSeed) await writeSeed(tx, now, { knownIds, tokenVersion })
  if ((await tx.meta.get(seededKey)) === undefined) await tx.meta.put(seededKey, now)
}
