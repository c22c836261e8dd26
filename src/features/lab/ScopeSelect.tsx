import styles from './Lab.module.css'
import type { Scopes } from './scopes.ts'
import { SelectField } from './SelectField.tsx'

interface ScopeSelectProps {
  scopes: Scopes
  /** Null for all. */
  only: string | null
  onChange: (only: string | null) => void
}

/** Which operations it is about: all, or one of the app's, or of those asked otherwise, or one REST call. */
export function ScopeSelect({ scopes, only, onChange }: ScopeSelectProps) {
  const isUnknown = only !== null && !scopes.some(({ names }) => names.includes(only))
  return (
    <SelectField
      className={styles.wide}
      label="Applies to"
      value={only ?? ''}
      onChange={(name) => onChange(name || null)}
    >
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
