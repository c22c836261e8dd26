import { ArchiveRestore, CircleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import type { StorageStatus } from '../../backend/openBackend.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { focusMain } from '../../ui/pageFocus.ts'
import { SaveCopyButton } from './SaveCopyButton.tsx'

interface StorageStatusNoticeProps {
  status: StorageStatus
  onDismissed: (none: null) => void
}

/** A warning that data is only in memory, or that a database was set aside. */
export function StorageStatusNotice({ status, onDismissed }: StorageStatusNoticeProps) {
  if (status.kind === 'setAside') return <SetAsideNotice {...status} onDismissed={onDismissed} />
  return <Banner icon={CircleAlert}>Your data will not be saved: this browser gives Weft no storage.</Banner>
}

type SetAsideNoticeProps = Extract<StorageStatus, { kind: 'setAside' }> & Pick<StorageStatusNoticeProps, 'onDismissed'>

/** A notice that offers a copy of the database that was set aside. Dismissing it is permanent and applies to all tabs. */
function SetAsideNotice({ database, dismiss, subscribeToDismissal, onDismissed }: SetAsideNoticeProps) {
  useEffect(() => subscribeToDismissal(() => onDismissed(null)), [subscribeToDismissal, onDismissed])

  const close = async () => {
    focusMain()
    try {
      await dismiss()
    } catch (error) {
      // The notice shows again on the next visit.
      console.error(error)
    }
    onDismissed(null)
  }

  return (
    <Banner
      icon={ArchiveRestore}
      actions={
        <>
          <SaveCopyButton database={database} size="sm" />
          <IconButton label="Dismiss notice" onClick={() => void close()}>
            <Icon of={X} />
          </IconButton>
        </>
      }
    >
      Your data could not be read, so Weft has started with a new database. The old data is kept.
    </Banner>
  )
}
