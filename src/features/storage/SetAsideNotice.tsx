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
  onDismissed: (none: null) => void
}

const channelName = 'weft set-aside notice'

/** Says that Weft has started afresh, and offers what was there before. Dismissed in one tab, it is gone in all, for good. */
export function SetAsideNotice({ setAside, dismiss, onDismissed }: SetAsideNoticeProps) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => onDismissed(null))
    return () => channel.close()
  }, [onDismissed])

  const close = async () => {
    try {
      await dismiss()
      const channel = new BroadcastChannel(channelName)
      channel.postMessage('dismissed')
      channel.close()
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
