import { appPages } from '../../../shared/appPages.ts'
import { isOnServer } from '../../backend/host.ts'
import styles from '../../devtools/lab/Lab.module.css'
import { LabPanel } from '../../devtools/lab/LabPanel.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'

/** The lab. This page is public. */
export default function LabPage() {
  return (
    <>
      <PageHead title={appPages.lab.title}>
        <p className={styles.hint}>Simulated {isOnServer() ? 'network' : 'server'}, in this browser only</p>
      </PageHead>
      <LabPanel />
    </>
  )
}
