import { operationNames } from '../../generated/operations.ts'
import styles from './Lab.module.css'
import { SelectField } from './SelectField.tsx'

interface ScopeSelectProps {
  /** Names of the REST calls. */
  calls: readonly string[]
  /** Null for all. */
  only: string | null
  onChange: (only: string | null) => void
}

/** Which operations it is about: all, or one of the app's, or one REST call. */
export function ScopeSelect({ calls, only, onChange }: ScopeSelectProps) {
  const isUnknown = only !== null && !operationNames.includes(only) && !calls.includes(only)
  return (
    <SelectField className={styles.wide} label="Applies to" value={only ?? ''} onChange={(name) => onChange(name || null)}>
      <option value="">All operations</option>
      {isUnknown && <option>{only}</option>}
      <Names label="The app's operations" names={operationNames} />
      <Names label="REST calls" names={calls} />
    </SelectField>
  )
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <optgroup label={label}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </optgroup>
  )
}
