import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './SettingRow.module.css'

interface SettingRowProps {
  label: string
  hint: string
  /** The id of the control. Without it, the control has its own label. */
  id?: string
  /** Whether the control is below the text on a phone. */
  stacked?: boolean
  /** The control. Describe it by `hintId(id)`. */
  children: ReactNode
}

/** A row of settings: label and hint at the start, the control at the end. */
export function SettingRow({ label, hint, id, stacked = false, children }: SettingRowProps) {
  return (
    <div className={classes(styles.row, stacked && styles.stacked)}>
      <div className={styles.text}>
        {id ? (
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={styles.label}>{label}</span>
        )}
        <span className={styles.hint} id={id && hintId(id)}>
          {hint}
        </span>
      </div>
      {children}
    </div>
  )
}

export function hintId(id: string): string {
  return `${id}-hint`
}
