import { useId } from 'react'
import { SettingRow } from './SettingRow.tsx'
import styles from './Switch.module.css'

interface SwitchProps {
  label: string
  hint: string
  on: boolean
  onChange: (on: boolean) => void
}

/** A row of settings with a switch. */
export function Switch({ label, hint, on, onChange }: SwitchProps) {
  const id = useId()
  return (
    <SettingRow label={label} hint={hint} id={id}>
      {(hintId) => (
        <input
          className={styles.switch}
          type="checkbox"
          role="switch"
          aria-checked={on}
          id={id}
          aria-describedby={hintId}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </SettingRow>
  )
}
