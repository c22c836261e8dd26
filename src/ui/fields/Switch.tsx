import { useId } from 'react'
import { choosePreferences, usePreferences } from '../preferences/preferences.ts'
import { SettingRow } from './SettingRow.tsx'
import styles from './Switch.module.css'

interface SwitchProps {
  label: string
  hint: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (on: boolean) => void
}

/** A row of settings with a switch. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <SettingRow label={label} hint={hint} id={id}>
      {(hintId) => (
        <input
          className={styles.switch}
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          id={id}
          aria-describedby={hintId}
          checked={isOn}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.checked)}
        />
      )}
    </SettingRow>
  )
}

interface PreferenceSwitchProps extends Pick<SwitchProps, 'label' | 'hint'> {
  /** The preference that it switches on and off. */
  preference: 'shortcuts' | 'altReminder'
}

/** A switch of a preference of this device. */
export function PreferenceSwitch({ preference, ...props }: PreferenceSwitchProps) {
  const isOn = usePreferences()[preference] === 'on'
  return <Switch {...props} isOn={isOn} onChange={(on) => choosePreferences({ [preference]: on ? 'on' : 'off' })} />
}
