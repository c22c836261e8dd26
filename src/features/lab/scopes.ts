import type { Lab, LogEntry } from '../../backend/lab.ts'
import { operationNames } from '../../generated/operations.ts'

/** The names that latency and faults may single out. */
export type Scopes = readonly { label: string; names: readonly string[] }[]

/** Those of the app, those that were asked otherwise, in GraphiQL above all, and the REST calls. */
export function scopesOf({ calls }: Lab, requests: readonly LogEntry[]): Scopes {
  const others = requests.filter(canBeSingledOut).map(({ name }) => name)
  return [
    { label: "The app's operations", names: operationNames },
    { label: 'Other operations', names: [...new Set(others)].toSorted((a, b) => a.localeCompare(b)) },
    { label: 'REST calls', names: calls },
  ].filter(({ names }) => names.length > 0)
}

function canBeSingledOut({ name, query, outcome }: LogEntry): boolean {
  return query !== undefined && !name.startsWith('{') && !operationNames.includes(name) && outcome.kind !== 'listening'
}
