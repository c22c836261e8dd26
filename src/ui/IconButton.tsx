import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'

interface IconButtonLook {
  /** The accessible name. */
  label: string
  /** Adds an outline and makes it slightly larger. */
  line?: boolean
}

interface IconButtonProps extends IconButtonLook, Omit<ComponentProps<'button'>, 'aria-label'> {
  tone?: 'default' | 'danger'
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

export function IconButtonLink({ label, line = false, className, ...props }: IconButtonLook & LinkProps) {
  return <Link {...props} className={classes(styles.button, line && styles.line, className)} aria-label={label} />
}
