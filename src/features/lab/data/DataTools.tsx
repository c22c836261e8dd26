import type { DataFigures } from '../../../backend/lab.ts'
import styles from '../Lab.module.css'
import { Data } from './Data.tsx'
import { Snapshot } from './Snapshot.tsx'
import { StoragePanel } from './StoragePanel.tsx'

/** The sections of the data in this browser. Their code does not load on a server. */
export default function DataTools({ figures }: { figures: DataFigures }) {
  return (
    <>
      <Data figures={figures} />
      {/* Beside the conditions if there is room. */}
      <div className={styles.side}>
        <StoragePanel />
        <Snapshot />
      </div>
    </>
  )
}
