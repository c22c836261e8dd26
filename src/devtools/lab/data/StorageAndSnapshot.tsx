import styles from '../Lab.module.css'
import { Snapshot } from './Snapshot.tsx'
import { StoragePanel } from './StoragePanel.tsx'

/** Beside the conditions if there is room. */
export function StorageAndSnapshot() {
  return (
    <div className={styles.side}>
      <StoragePanel />
      <Snapshot />
    </div>
  )
}
