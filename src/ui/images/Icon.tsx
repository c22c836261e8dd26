import type { LucideIcon } from 'lucide-react'
import { classes } from '../classes.ts'
import styles from './Icon.module.css'

interface IconProps {
  of: LucideIcon
  className?: string | undefined
}

/** An icon, hidden from assistive technology: the button or text beside it has the accessible name. */
export function Icon({ of: Svg, className }: IconProps) {
  return <Svg className={classes(styles.icon, className)} aria-hidden="true" />
}
