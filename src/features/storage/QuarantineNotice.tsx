import { ArchiveRestore, X } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SaveCopyButton } from './SaveCopyButton.tsx'

interface QuarantineNoticeProps {
  /** The database that could not be read. */
  quarantined: string
  dismiss: () => Promise<void>
  subscribeToDismissal: (listener: () => void) => () => void
  onDismissed: (none: null) => void
}

/** Says that Weft has started afresh, and offers a copy of the quarantined database. Dismissing it in one tab dismisses it in all, for good. */
export function QuarantineNotice({ quarantined, dismiss, subscribeToDismissal, onDismissed }: QuarantineNoticeProps) {
  useEffect(() => subscribeToDismissal(() => onDismissed(null)), [subscribeToDismissal, onDismissed])

  const close = async () => {
    try {
      await dismiss()
    } catch (error) {
      // It comes back with the next visit.
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
      Your data could not be read, so Weft has started afresh. What was there is kept.
    </Banner>
  )
}
