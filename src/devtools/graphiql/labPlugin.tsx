import type { GraphiQLPlugin } from '@graphiql/react'
import { FlaskConical } from 'lucide-react'
import { LabPanel } from '../lab/LabPanel.tsx'
import { useDifferences } from '../lab/useLab.ts'
import { useTheme } from '../../ui/theme/theme.ts'
import { classes } from '../../ui/classes.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { OptionalPart } from '../../ui/OptionalPart.tsx'
import styles from './GraphiQLPage.module.css'

/** The lab as a plugin in GraphiQL's side bar. */
export const labPlugin: GraphiQLPlugin = { title: 'Lab', icon: LabIcon, content: LabContent }

/** The plugin's icon, with a dot while the lab's settings differ from the defaults. */
function LabIcon() {
  return (
    <>
      <FlaskConical aria-hidden="true" />
      <OptionalPart>
        <Dot />
      </OptionalPart>
    </>
  )
}

function Dot() {
  return useDifferences() && <span className={styles.dot} />
}

function LabContent() {
  // GraphiQL redefines some custom properties of tokens.css. The theme class restores them.
  const theme = useTheme()
  return (
    <div className={classes(`${theme}-theme`, styles.lab)}>
      <ErrorBoundary renderFallback={() => <p>The lab could not be opened.</p>}>
        <LabPanel />
      </ErrorBoundary>
    </div>
  )
}
