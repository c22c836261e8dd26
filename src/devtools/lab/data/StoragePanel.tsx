import { useState } from 'react'
import { persistStorage, storageUse } from '../../../backend/storage.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatBytes } from '../format.ts'
import labStyles from '../Lab.module.css'
import styles from './StoragePanel.module.css'
import { Section } from '../Section.tsx'
import { useRefreshedValue } from '../useRefreshedValue.ts'

/** Shows how much storage Weft uses, by kind, and whether it is persistent. */
export function StoragePanel() {
  const { value: use, refresh } = useRefreshedValue(storageUse)
  if (!use) return null
  const { used, quota, parts, isPersisted, hasDatabase } = use
  const total = quota > 0 && (
    <p className={labStyles.hint}>
      {formatBytes(used)} of {formatBytes(quota)}
    </p>
  )
  return (
    <Section title="Storage" aside={hasDatabase && total}>
      {hasDatabase ? (
        <>
          <Parts parts={parts} quota={quota} />
          {isPersisted ? (
            <p className={labStyles.hint}>The browser keeps this data even if space runs low.</p>
          ) : (
            <MakePersistent onDone={refresh} />
          )}
        </>
      ) : (
        <p>Data is kept only in memory: this browser does not let Weft store it.</p>
      )}
    </Section>
  )
}

/** How the kinds of storage are shown, by the browser's names. */
const kinds: Record<string, { label: string; color: string }> = {
  caches: { label: 'App files', color: 'var(--color-accent)' },
  serviceWorkerRegistrations: { label: 'Service worker', color: 'var(--color-success)' },
  indexedDB: { label: 'Data', color: 'var(--color-thread)' },
}

/**
 * A bar of the parts with a legend. Its length is the quota, if the browser reports one. Renders nothing if the browser does
 * not report the parts.
 */
function Parts({ parts, quota }: { parts: Record<string, number>; quota: number }) {
  const sorted = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
  if (sorted.length === 0) return null
  const length = Math.max(
    quota,
    sorted.reduce((sum, [, bytes]) => sum + bytes, 0),
  )
  const drawn = sorted.map(([name, bytes]) => {
    const { label = name, color = 'var(--color-like)' } = kinds[name] ?? {}
    return { name: label, bytes, color }
  })
  return (
    <div>
      <div className={styles.parts}>
        {drawn.map(({ name, bytes, color }) => (
          <i key={name} style={{ width: `${(100 * bytes) / length}%`, background: color }} />
        ))}
      </div>
      <dl className={styles.legend}>
        {drawn.map(({ name, bytes, color }) => (
          <div key={name}>
            <dt>
              <i style={{ background: color }} />
              {name}
            </dt>
            <dd>{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </div>
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
      <p className={labStyles.hint}>The browser may delete this data if space runs low.</p>
      <div className={labStyles.row}>
        <Button variant="outline" size="sm" onClick={() => void request()}>
          Make storage persistent
        </Button>
        <p role="status" className={labStyles.hint}>
          {isDeclined && 'The browser declined. Try again later.'}
        </p>
      </div>
    </>
  )
}
