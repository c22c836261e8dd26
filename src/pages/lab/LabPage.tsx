import { LabPanel } from '../../features/lab/LabPanel.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import styles from './LabPage.module.css'

/** The lab. This page is public. */
export default function LabPage() {
  return (
    <>
      <PageHead title="Lab">
        <p className={styles.subtitle}>Simulated server, in this browser only</p>
      </PageHead>
      <LabPanel />
    </>
  )
}
