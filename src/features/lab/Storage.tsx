import { useState } from 'react'
import { persistStorage, storageUse, type StorageUse } from '../../backend/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ThreadProgress } from '../../ui/ThreadProgress.tsx'
import { formatBytes } from './format.ts'
import styles from './Lab.module.css'
import { Section } from './Section.tsx'
import { useRefreshedValue } from './useRefreshedValue.ts'

/** Shows how much storage Weft uses, by kind, and whether it is persistent. */
export function Storage() {
  const { value: use, refresh } = useRefreshedValue(storageUse)
  if (!use) return null
  return (
    <Section title="Storage">
      {use.hasDatabase ? (
        <Used use={use} refresh={refresh} />
      ) : (
        <p>Data is kept only in memory: this browser does not let Weft store it.</p>
      )}
    </Section>
  )
}

function Used({ use: { used, quota, parts, isPersisted }, refresh }: { use: StorageUse; refresh: () => void }) {
  return (
    <>
      {quota > 0 && (
        <div className={styles.group}>
          <div className={styles.head}>
            <span>{formatBytes(used)} used</span>
            <span className={styles.hint}>of {formatBytes(quota)}</span>
          </div>
          <ThreadProgress label="Storage used" value={used / quota} />
        </div>
      )}
      <Parts parts={parts} />
      {isPersisted ? (
        <p className={styles.hint}>The browser keeps this data even if space runs low.</p>
      ) : (
        <MakePersistent onDone={refresh} />
      )}
    </>
  )
}

/** Labels for the browser's names of the kinds of storage. */
const labels: Record<string, string> = {
  indexedDB: 'Data',
  caches: "The app's files",
  serviceWorkerRegistrations: 'Service worker',
}

function Parts({ parts }: { parts: Record<string, number> }) {
  const sorted = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
  if (sorted.length === 0) return null
  return (
    <dl>
      {sorted.map(([name, bytes]) => (
        <div key={name} className={styles.head}>
          <dt>{labels[name] ?? name}</dt>
          <dd>{formatBytes(bytes)}</dd>
        </div>
      ))}
    </dl>
  )
}

function MakePersistent({ onDone }: { onDone: () => void }) {
  const [isDeclined, setIsDeclined] = useState(false)

  const request = async () => {
    const isPersisted = await persistStorage().catch(() => false)
    setIsDeclined(!isPersisted)
    if (isPersisted) onDone()
  }

  return (
    <>
      <p className={styles.hint}>The browser may delete this data if space runs low.</p>
      <div className={styles.row}>
        <Button variant="outline" size="sm" onClick={() => void request()}>
          Make storage persistent
        </Button>
        <p role="status" className={styles.hint}>
          {isDeclined && 'The browser declined. Try again later.'}
        </p>
      </div>
    </>
  )
}
