import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Select.module.css'

interface SelectProps {
  label: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  value: string
  onChange: (value: string) => void
  size?: 'sm' | 'md'
}

/** A styled native select. `label` is its accessible name and is not visible. */
export function Select({ label, options, value, onChange, size = 'md' }: SelectProps) {
  return (
    <span className={styles.place}>
      <select
        className={classes(styles.select, styles[size])}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  )
}
