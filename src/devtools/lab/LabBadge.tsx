import { FlaskConical } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import styles from './LabBadge.module.css'
import { useDifferences } from './useLab.ts'

/** A link to the lab, shown while its settings differ from the defaults. */
export default function LabBadge() {
  const differences = useDifferences()
  if (!differences) return null
  const label = `Lab: ${differences}`
  return (
    <ButtonLink to="/lab" variant="quiet" size="sm" className={styles.badge} aria-label={label} title={label}>
      <Icon of={FlaskConical} />
      <span className={styles.text}>{differences}</span>
    </ButtonLink>
  )
}
