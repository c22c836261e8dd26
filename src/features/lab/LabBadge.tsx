import { FlaskConical } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lab.module.css'
import { useDifferences } from './useLab.ts'

/** A link to the lab, shown while its settings differ from the defaults. */
export default function LabBadge() {
  const differences = useDifferences()
  if (!differences) return null
  return (
    <ButtonLink
      to="/lab"
      variant="quiet"
      size="sm"
      className={classes(styles.badge, styles.warning)}
      aria-label={`Lab: ${differences}`}
    >
      <Icon of={FlaskConical} />
      <span className={styles.name}>{differences}</span>
    </ButtonLink>
  )
}
