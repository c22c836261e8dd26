import { useState } from 'react'
import { persistStorage, storageUse, type StorageUse } from '../../backend/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ThreadProgress } from '../../ui/ThreadProgress.tsx'
import styles from './Lab.module.css'
import { Section } from './Section.tsx'
import { useFresh } from './useFresh.ts'
import { sized } from './words.ts'

/** How much room there is, what takes it up, and how well it is kept. */
export function Storage() {
  const { value: use, refresh } = useFresh(storageUse)
  if (!use) return null
  return (
    <Section title="Storage">
      {use.kept ? (
        <Used use={use} refresh={refresh} />
      ) : (
        <p>Nothing is kept: this browser gives Weft no room for its data.</p>
      )}
    </Section>
  )
}

function Used({ use: { used, quota, parts, persistent }, refresh }: { use: StorageUse; refresh: () => void }) {
  return (
    <>
      {quota > 0 && (
        <div className={styles.group}>
          <div className={styles.head}>
            <span>{sized(used)} used</span>
            <span className={styles.hint}>of {sized(quota)}</span>
          </div>
          <ThreadProgress label="Storage used" value={used / quota} />
        </div>
      )}
      <Parts parts={parts} />
      {persistent ? (
        <p className={styles.hint}>The browser keeps it, even when room gets scarce.</p>
      ) : (
        <Keep onKept={refresh} />
      )}
    </>
  )
}

/** The browser's names, in words. */
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
          <dd>{sized(bytes)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Keep({ onKept }: { onKept: () => void }) {
  const [refused, setRefused] = useState(false)

  const keep = async () => {
    const persistent = await persistStorage().catch(() => false)
    setRefused(!persistent)
    if (persistent) onKept()
  }

  return (
    <>
      <p className={styles.hint}>The browser may clear it when room gets scarce.</p>
      <div className={styles.row}>
        <Button variant="outline" size="sm" onClick={() => void keep()}>
          Keep it for good
        </Button>
        <p role="status" className={styles.hint}>
          {refused && 'The browser has not agreed to. Some do once one comes often.'}
        </p>
      </div>
    </>
  )
}
