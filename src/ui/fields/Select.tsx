import { ChevronDown } from 'lucide-react'
import { classes } from '../classes.ts'
import { Icon } from '../images/Icon.tsx'
import styles from './Select.module.css'

interface SelectProps<Value> {
  label: string
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'sm' | 'md'
}

/** A styled native select. `label` is its accessible name and is not visible. */
export function Select<Value extends string>({ label, options, value, onChange, size = 'md' }: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((known) => known.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <span className={styles.place}>
      <select
        className={classes(styles.select, styles[size])}
        aria-label={label}
        value={value}
        onChange={({ target }) => choose(target.value)}
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
