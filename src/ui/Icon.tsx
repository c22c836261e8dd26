import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'
import styles from './Icon.module.css'

interface IconProps {
  of: LucideIcon
  className?: string | undefined
}

/** Every drawing in the interface; its button or its text carries the name. */
export function Icon({ of: Drawing, className }: IconProps) {
  return <Drawing className={classes(styles.icon, className)} aria-hidden="true" />
}
