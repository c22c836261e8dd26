import { FlaskConical } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lab.module.css'
import { useDifferences } from './useDifferences.ts'

/** Leads to the lab while the backend does not behave as usual, and says how. */
export default function LabBadge() {
  const differs = useDifferences()
  if (!differs) return null
  return (
    <ButtonLink
      to="/lab"
      variant="quiet"
      size="sm"
      className={classes(styles.badge, styles.refused)}
      aria-label={`Lab: ${differs}`}
    >
      <Icon of={FlaskConical} />
      <span className={styles.name}>{differs}</span>
    </ButtonLink>
  )
}
