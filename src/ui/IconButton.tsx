import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. */
  label: string
  tone?: 'default' | 'danger'
  /** Adds an outline and makes it slightly larger. */
  line?: boolean
}

export function IconButton({ label, tone = 'default', line = false, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={classes(styles.button, tone === 'danger' && styles.danger, line && styles.line, className)}
      aria-label={label}
    />
  )
}
