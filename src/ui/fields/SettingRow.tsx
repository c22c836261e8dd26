import { useId, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './SettingRow.module.css'

interface SettingRowProps {
  label: string
  hint: string
  /** The id of the control. Without it, the control has its own label. */
  id?: string
  /** Whether the control is below the text on a phone. */
  stacked?: boolean
  /** Returns the control, described by the hint with this id. */
  children: (hintId: string) => ReactNode
}

/** A row of settings: label and hint at the start, the control at the end. */
export function SettingRow({ label, hint, id, stacked = false, children }: SettingRowProps) {
  const hintId = useId()
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
        <span className={styles.hint} id={hintId}>
          {hint}
        </span>
      </div>
      {children(hintId)}
    </div>
  )
}
