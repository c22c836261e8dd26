import { Link } from 'react-router-dom'
import { formatNumber } from '../lib/format.ts'
import styles from './Tabs.module.css'

interface TabsProps {
  /** The accessible name. */
  label: string
  tabs: readonly { label: string; to: string; isCurrent: boolean; count?: number | undefined }[]
}

/** Links between the parts of a page. They replace the history entry, so that Back leaves the page. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ label: text, to, isCurrent, count }) => (
        <Link key={to} to={to} replace className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
          {text}
          {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
