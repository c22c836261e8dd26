import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../lib/format.ts'
import { classes } from '../../ui/classes.ts'
import { SkeletonBlock } from '../../ui/Skeleton.tsx'
import styles from './Counts.module.css'

interface CountsProps {
  /** Default: large. */
  small?: boolean
  children: ReactNode
}

/** The counts of a user in one line: several `Count`. */
export function Counts({ small = false, children }: CountsProps) {
  return <dl className={classes(styles.counts, small && styles.small)}>{children}</dl>
}

export function CountsSkeleton() {
  return (
    <div className={styles.counts}>
      {['4.5rem', '7rem', '6.5rem'].map((width) => (
        <SkeletonBlock key={width} width={width} height="1.8rem" />
      ))}
    </div>
  )
}

interface CountProps {
  value: number
  label: string
  /** The path of the list, if there is one. */
  to?: string
}

/** A count, as a link to its list if there is one. */
export function Count({ value, label, to }: CountProps) {
  const text = formatNumber(value)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to ? (
          <Link to={to} aria-label={`${text} ${label}`}>
            {text}
          </Link>
        ) : (
          text
        )}
      </dd>
    </div>
  )
}
