import { Conditions } from './Conditions.tsx'
import { Data } from './Data.tsx'
import styles from './Lab.module.css'
import { Requests } from './Requests.tsx'
import { Snapshot } from './Snapshot.tsx'
import { Storage } from './Storage.tsx'
import { useLab } from './useLab.ts'

/** The lab: what may be changed of the backend, and seen of it. As wide as its place. */
export function LabPanel() {
  const lab = useLab()
  if (!lab) return null
  return (
    <div className={styles.lab}>
      <Conditions lab={lab} />
      <Requests lab={lab} />
      <Data />
      <Snapshot />
      <Storage />
    </div>
  )
}
