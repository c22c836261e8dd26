import { ArchiveRestore, CircleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import type { StorageStatus } from '../../backend/openBackend.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SaveCopyButton } from './SaveCopyButton.tsx'

interface StorageStatusNoticeProps {
  status: StorageStatus
  onDismissed: (none: null) => void
}

/** Tells the user that data is in memory only, or that a damaged database was quarantined. */
export default function StorageStatusNotice({ status, onDismissed }: StorageStatusNoticeProps) {
  if (status.kind === 'freshDatabase') return <QuarantineNotice {...status} onDismissed={onDismissed} />
  return <Banner icon={CircleAlert}>Your data will not be saved: this browser gives Weft no storage.</Banner>
}

type QuarantineNoticeProps = Extract<StorageStatus, { kind: 'freshDatabase' }> &
  Pick<StorageStatusNoticeProps, 'onDismissed'>

/** Offers a copy of the quarantined database. Dismissing it in one tab dismisses it in all, for good. */
function QuarantineNotice({ quarantined, dismiss, subscribeToDismissal, onDismissed }: QuarantineNoticeProps) {
  useEffect(() => subscribeToDismissal(() => onDismissed(null)), [subscribeToDismissal, onDismissed])

  const close = async () => {
    try {
      await dismiss()
    } catch (error) {
      // The notice shows again at the next visit.
      console.error(error)
    }
    onDismissed(null)
  }

  return (
    <Banner
      icon={ArchiveRestore}
      actions={
        <>
          <SaveCopyButton database={quarantined} size="sm" />
          <IconButton label="Dismiss notice" onClick={() => void close()}>
            <Icon of={X} />
          </IconButton>
        </>
      }
    >
      Your data could not be read, so Weft has started afresh. The old data is kept.
    </Banner>
  )
}
