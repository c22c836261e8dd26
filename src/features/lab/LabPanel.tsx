import type { Lab } from '../../backend/lab.ts'
import { Conditions } from './Conditions.tsx'
import { Data } from './data/Data.tsx'
import styles from './Lab.module.css'
import { Requests } from './requests/Requests.tsx'
import { Snapshot } from './data/Snapshot.tsx'
import { StoragePanel } from './data/StoragePanel.tsx'
import { useLab } from './useLab.ts'
import { useRequestLog } from './requests/requestLog.ts'

/** All sections of the lab. Adapts to the width of its container. */
export function LabPanel() {
  const lab = useLab()
  return lab && <Sections lab={lab} />
}

function Sections({ lab }: { lab: Lab }) {
  const requests = useRequestLog(lab)
  return (
    <div className={styles.lab}>
      <div className={styles.sections}>
        <Conditions lab={lab} requests={requests ?? []} />
        <Requests requests={requests} clear={lab.clearLog} />
        <Data lab={lab} />
        {/* Beside the conditions if there is room. */}
        <div className={styles.side}>
          <StoragePanel />
          <Snapshot />
        </div>
      </div>
    </div>
  )
}
