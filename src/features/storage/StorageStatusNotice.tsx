import { CircleAlert } from 'lucide-react'
import type { StorageStatus } from '../../backend/backend.ts'
import { Banner } from '../../ui/Banner.tsx'
import { QuarantineNotice } from './QuarantineNotice.tsx'

interface StorageStatusNoticeProps {
  status: StorageStatus
  onDismissed: (none: null) => void
}

/** Tells the user that data is in memory only, or that a damaged database was quarantined. */
export default function StorageStatusNotice({ status, onDismissed }: StorageStatusNoticeProps) {
  if (status.kind === 'freshDatabase') return <QuarantineNotice {...status} onDismissed={onDismissed} />
  return <Banner icon={CircleAlert}>Nothing will be kept: this browser gives Weft no room for its data.</Banner>
}
