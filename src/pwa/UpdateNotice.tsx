import { Info, X } from 'lucide-react'
import { useState } from 'react'
import { reloadIntoUpdate, useServiceWorker } from './serviceWorker.ts'
import { Icon } from '../ui/images/Icon.tsx'
import { focusMain } from '../ui/pageFocus.ts'
import styles from './UpdateNotice.module.css'

/** Announces a new version of the app until the user reloads or dismisses the notice. */
export function UpdateNotice() {
  const { update, updates } = useServiceWorker()
  const [dismissed, setDismissed] = useState(0)

  const dismiss = () => {
    focusMain()
    setDismissed(updates)
  }
  const shows = update !== 'none' && updates !== dismissed

  return (
    <div role="status" className={shows ? styles.notice : undefined}>
      {shows && (
        <>
          <Icon of={Info} />
          <p className={styles.message}>A new version is ready</p>
          <button type="button" className={styles.action} onClick={reloadIntoUpdate}>
            Reload
          </button>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={dismiss}>
            <Icon of={X} />
          </button>
        </>
      )}
    </div>
  )
}
