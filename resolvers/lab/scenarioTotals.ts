/** The name of a data set. */
export type ScenarioName = 'empty' | 'seed' | 'busy' | 'veryLarge'

/** The number of users and posts of each data set. */
export const scenarioTotals: Readonly<Record<ScenarioName, { users: number; posts: number }>> = {
  empty: { users: 0, posts: 0 },
  seed: { users: 6, posts: 6 },
  busy: { users: 206, posts: 2000 },
  veryLarge: { users: 10_000, posts: 100_000 },
}
