import type { Lab, LogEntry } from '../../backend/lab.ts'
import { operationNames } from '../../generated/operations.ts'
import { SelectField } from './fields.tsx'

/** The names that latency and faults can apply to, in groups. */
export type Scopes = readonly { label: string; names: readonly string[] }[]

interface ScopeSelectProps {
  scopes: Scopes
  /** The selected name, or null for all operations. */
  only: string | null
  onChange: (only: string | null) => void
}

/** Selects what latency or a fault applies to: all operations, one operation or one REST call. */
export function ScopeSelect({ scopes, only, onChange }: ScopeSelectProps) {
  const isUnknown = only !== null && !scopes.some(({ names }) => names.includes(only))
  return (
    <SelectField label="Applies to" value={only ?? ''} onChange={(name) => onChange(name || null)}>
      <option value="">All operations</option>
      {isUnknown && <option>{only}</option>}
      {scopes.map(({ label, names }) => (
        <optgroup key={label} label={label}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

/** Returns the app's operations, other operations in the request log (such as GraphiQL's), and the REST calls. */
export function scopesOf({ calls }: Lab, requests: readonly LogEntry[]): Scopes {
  const others = requests.filter(isNamedOperation).map(({ name }) => name)
  return [
    { label: "The app's operations", names: operationNames },
    { label: 'Other operations', names: [...new Set(others)].toSorted((a, b) => a.localeCompare(b)) },
    { label: 'REST calls', names: calls },
  ].filter(({ names }) => names.length > 0)
}

function isNamedOperation({ name, query }: LogEntry): boolean {
  return query !== undefined && !name.startsWith('{') && !operationNames.includes(name)
}
