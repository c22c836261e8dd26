import type { ApolloClient } from '@apollo/client'
import { useEffect } from 'react'
import { useLostConnections } from '../../backend/connection.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { readDraft } from '../drafts/drafts.ts'
import { isSending } from './inFlight.ts'
import { isWaiting, sendPost } from './sendPost.ts'

/** How long to wait after a failed automatic try, doubled after each further one. */
const RETRY_DELAY_MS = 5000
const MAX_RETRY_DELAY_MS = 300_000
/** The failed tries since the last one that reached the backend. Module state, so that unmounting keeps it. */
let failedTries = 0

/** Sends this waiting post when the connection is back, after a delay that doubles with each failed try. */
export function useAutomaticRetry(client: ApolloClient, id: string | undefined): void {
  const isLost = useLostConnections().has('backend')
  useEffect(() => {
    if (isLost || id === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const schedule = () => {
      const delay = failedTries === 0 ? 0 : Math.min(RETRY_DELAY_MS * 2 ** (failedTries - 1), MAX_RETRY_DELAY_MS)
      timer = setTimeout(() => void send(), delay)
    }
    const send = async () => {
      const isSentByUser = isSending(readDraft(id))
      const isPosted = await sendPost(client, id)
      failedTries = isWaiting(id, readDraft(id)) ? failedTries + 1 : 0
      if (isPosted && !isSentByUser) toast.success('Post sent')
      // A lost connection stops this, but not code that did not load.
      if (failedTries > 0 && !isStopped) schedule()
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [client, isLost, id])
}
