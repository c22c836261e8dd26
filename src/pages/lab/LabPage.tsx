import { isOnServer } from '../../backend/host.ts'
import styles from '../../features/lab/Lab.module.css'
import { LabPanel } from '../../features/lab/LabPanel.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'

const noLabText =
  'Weft runs on a server here. The lab belongs to Weft in a browser, where it simulates a network and changes all data.'

/** The lab. This page is public. */
export default function LabPage() {
  return (
    <>
      <PageHead title="Lab">
        <p className={styles.hint}>{isOnServer() ? noLabText : 'Simulated server, in this browser only'}</p>
      </PageHead>
      {!isOnServer() && <LabPanel />}
    </>
  )
}
