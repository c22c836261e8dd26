import { useEffect } from 'react'
import { useLostConnections } from '../../backend/connection.ts'
import { sessionState, type SessionScope } from '../../session/scope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { readDraft } from '../drafts/drafts.ts'
import { isSending } from './inFlight.ts'
import { isWaiting, sendPost } from './sendPost.ts'

/** How long to wait after a failed automatic try, doubled after each further one. */
const RETRY_DELAY_MS = 5000
const MAX_RETRY_DELAY_MS = 300_000
/** The number of tries in a row that failed. */
const failedTriesOf = sessionState(() => ({ count: 0 }))

/** Sends this waiting post when the connection is back, after a delay that doubles with each failed try. */
export function useAutomaticRetry(scope: SessionScope, id: string | undefined): void {
  const isLost = useLostConnections().has('backend')
  useEffect(() => {
    if (isLost || id === undefined) return undefined
    const failedTries = failedTriesOf(scope)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const schedule = () => {
      const { count } = failedTries
      const delay = count === 0 ? 0 : Math.min(RETRY_DELAY_MS * 2 ** (count - 1), MAX_RETRY_DELAY_MS)
      timer = setTimeout(() => void send(), delay)
    }
    const send = async () => {
      const isSentByUser = isSending(scope, readDraft(id))
      const isPosted = await sendPost(scope, id)
      const hasFailed = isWaiting(id, readDraft(id))
      failedTries.count = hasFailed ? failedTries.count + 1 : 0
      if (isPosted && !isSentByUser) toast.success('Post sent')
      // A lost connection stops this, but not code that did not load.
      if (hasFailed && !isStopped) schedule()
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [scope, isLost, id])
}
