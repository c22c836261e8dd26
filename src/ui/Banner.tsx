import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

interface BannerProps {
  icon: LucideIcon
  children: ReactNode
  /** Buttons. */
  actions?: ReactNode
  tone?: 'warning' | 'danger'
}

/** A message above the page that stays while a problem lasts. */
export function Banner({ icon, children, actions, tone = 'warning' }: BannerProps) {
  return (
    <div className={classes(styles.banner, styles[tone])}>
      <Icon of={icon} />
      <output className={styles.text}>{children}</output>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
