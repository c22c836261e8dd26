import type { GraphiQLPlugin } from '@graphiql/react'
import { FlaskConical } from 'lucide-react'
import { LabPanel } from '../../features/lab/LabPanel.tsx'
import { useDifferences } from '../../features/lab/useDifferences.ts'
import { useTheme } from '../../ui/theme/theme.ts'
import { classes } from '../../ui/classes.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import styles from './GraphiQLPage.module.css'

/** The lab in GraphiQL's side bar. */
export const labPlugin: GraphiQLPlugin = { title: 'Lab', icon: LabIcon, content: LabContent }

/** With a dot while the backend does not behave as usual. */
function LabIcon() {
  const differs = useDifferences()
  return (
    <>
      <FlaskConical aria-hidden="true" />
      {differs && <span className={styles['dot']} />}
    </>
  )
}

function LabContent() {
  // GraphiQL has other colours under names of ours: the theme's class brings ours back.
  const theme = useTheme()
  return (
    <div className={classes(`${theme}-theme`, styles['lab'])}>
      <ErrorBoundary fallback={<p>The lab could not be opened.</p>}>
        <LabPanel />
      </ErrorBoundary>
    </div>
  )
}
