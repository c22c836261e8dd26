import { ArchiveRestore, X } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SaveCopyButton } from './SaveCopyButton.tsx'

interface SetAsideNoticeProps {
  /** The database that could not be read. */
  setAside: string
  dismiss: () => Promise<void>
  whenDismissed: (hear: () => void) => () => void
  onDismissed: (none: null) => void
}

/** Says that Weft has started afresh, and offers what was there before. Dismissed in one tab, it is gone in all, for good. */
export function SetAsideNotice({ setAside, dismiss, whenDismissed, onDismissed }: SetAsideNoticeProps) {
  useEffect(() => whenDismissed(() => onDismissed(null)), [whenDismissed, onDismissed])

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
          <SaveCopyButton database={setAside} size="sm" />
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
