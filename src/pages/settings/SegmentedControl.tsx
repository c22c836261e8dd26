import { useId, type ReactNode } from 'react'
import { SettingRow } from '../../ui/fields/SettingRow.tsx'
import styles from './SettingsPage.module.css'

interface SegmentedControlProps<Value> {
  label: string
  hint: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A row of settings with a segmented control: radio buttons side by side. */
export function SegmentedControl<Value extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <SettingRow label={label} hint={hint} stacked>
      {(hintId) => (
        <fieldset className={styles.segments} aria-describedby={hintId}>
          <legend className="visually-hidden">{label}</legend>
          {options.map((option) => (
            <label key={option.value} className={styles.segment}>
              <input
                type="radio"
                name={name}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.icon}
              {option.label}
            </label>
          ))}
        </fieldset>
      )}
    </SettingRow>
  )
}
