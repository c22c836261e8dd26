import { useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { Paging } from '../../apollo/usePagedQuery.ts'
import { focusMain } from '../../ui/pageFocus.ts'

interface SkippedRows {
  /** The listener for `WindowedList`. */
  onSkippedRow: (index: number | null) => void
  failed: boolean
  retry: () => void
}

/** Loads skipped rows when they come near the viewport. After a failure it waits for `retry`, or until they are far. */
export function useSkippedRows({ loadSkipped }: Pick<Paging, 'loadSkipped'>): SkippedRows {
  // Each change renders the list, which then reports again whether skipped rows are near.
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')

  const load = async (index: number) => {
    setStatus('loading')
    try {
      await loadSkipped(index)
      setStatus('idle')
    } catch (error) {
      reportError(error)
      setStatus('failed')
    }
  }
  const onSkippedRow = (index: number | null) => {
    if (index === null) setStatus((known) => (known === 'failed' ? 'idle' : known))
    else if (status === 'idle') void load(index)
  }
  const retry = () => {
    // The button, which has the focus, is no longer rendered.
    focusMain()
    setStatus('idle')
  }
  return { onSkippedRow, failed: status === 'failed', retry }
}
