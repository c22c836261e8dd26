import { CircleAlert } from 'lucide-react'
import type { Keeping } from '../../backend/backend.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SetAsideNotice } from './SetAsideNotice.tsx'

interface KeepingNoticeProps {
  keeping: Keeping
  onDismissed: (none: null) => void
}

/** What there is to say of how the data is kept. */
export default function KeepingNotice({ keeping, onDismissed }: KeepingNoticeProps) {
  if (keeping.by === 'freshDatabase') return <SetAsideNotice {...keeping} onDismissed={onDismissed} />
  return <Banner icon={CircleAlert}>Nothing will be kept: this browser gives Weft no room for its data.</Banner>
}
