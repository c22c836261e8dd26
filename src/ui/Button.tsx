import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, RefAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon } from './images/Icon.tsx'

interface ButtonStyle {
  variant?: 'primary' | 'outline' | 'soft' | 'quiet' | 'unfollow' | 'danger' | 'outlineDanger'
  size?: 'sm' | 'md' | 'lg'
  /** Makes it as wide as its parent. */
  block?: boolean
}

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** Shows a spinner. The button keeps its focus and width, and a press neither calls `onClick` nor submits. */
  busy?: boolean
}

export function Button({ variant, size, block, busy = false, className, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...props}
      className={classes(buttonClassName({ variant, size, block }), busy && styles.busy, className)}
      onClick={busy ? preventDefault : onClick}
    >
      {busy && <Icon of={LoaderCircle} className={styles.spinner} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...props
}: ButtonStyle & LinkProps & RefAttributes<HTMLAnchorElement>) {
  return <Link {...props} className={classes(buttonClassName({ variant, size, block }), className)} />
}

function preventDefault(event: MouseEvent) {
  event.preventDefault()
}

function buttonClassName({
  variant = 'primary',
  size = 'md',
  block,
}: { [Key in keyof ButtonStyle]: ButtonStyle[Key] | undefined }) {
  return classes(styles.button, styles[variant], styles[size], block && styles.block)
}
