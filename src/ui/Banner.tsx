import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { classes } from './classes.ts'
import { Icon } from './images/Icon.tsx'
import { useLiveText } from './liveText.ts'

interface BannerProps {
  icon: LucideIcon
  children: ReactNode
  actions?: ReactNode
  tone?: 'warning' | 'danger'
  /** `alert`: screen readers read the message at once. */
  role?: 'alert'
}

/** A message above the page that stays while a problem lasts. */
export function Banner({ icon, children, actions, tone = 'warning', role }: BannerProps) {
  const text = useLiveText(children)
  return (
    <div className={classes(styles.banner, styles[tone])}>
      <Icon of={icon} />
      <output className={styles.text} role={role}>
        {text}
      </output>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
