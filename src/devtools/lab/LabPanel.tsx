import { Suspense } from 'react'
import type { Lab } from '../../backend/lab.ts'
import { lazyComponent } from '../../lib/lazyComponent.ts'
import { Conditions } from './Conditions.tsx'
import styles from './Lab.module.css'
import { Requests } from './requests/Requests.tsx'
import { useLab } from './useLab.ts'
import { useRequestLog } from './requests/requestLog.ts'

const loadDataTools = () => import('./data/dataTools.chunk.ts')
const Data = lazyComponent(loadDataTools, (tools) => tools.Data)
const StorageAndSnapshot = lazyComponent(loadDataTools, (tools) => tools.StorageAndSnapshot)

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
        {lab.data && (
          <Suspense>
            <StorageAndSnapshot />
          </Suspense>
        )}
        <Requests requests={requests} clear={lab.clearLog} />
        {lab.data && (
          <Suspense>
            <Data figures={lab.data} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
