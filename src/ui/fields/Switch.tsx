import { useId } from 'react'
import { choosePreferences, usePreferences } from '../preferences/preferences.ts'
import { SettingRow } from './SettingRow.tsx'
import styles from './Switch.module.css'

interface SwitchProps {
  label: string
  hint: string
  /** The preference that it switches on and off. */
  preference: 'shortcuts' | 'altReminder'
}

/** A row of settings with a switch. */
export function Switch({ label, hint, preference }: SwitchProps) {
  const id = useId()
  const on = usePreferences()[preference] === 'on'
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
          onChange={({ target }) => choosePreferences({ [preference]: target.checked ? 'on' : 'off' })}
        />
      )}
    </SettingRow>
  )
}
