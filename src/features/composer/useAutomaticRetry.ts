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
/** The number of tries in a row that failed, by client. Module state, so that unmounting keeps it. */
const failedTries = new WeakMap<ApolloClient, number>()

/** Sends this waiting post when the connection is back, after a delay that doubles with each failed try. */
export function useAutomaticRetry(client: ApolloClient, id: string | undefined): void {
  const isLost = useLostConnections().has('backend')
  useEffect(() => {
    if (isLost || id === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const schedule = () => {
      const tries = failedTries.get(client) ?? 0
      const delay = tries === 0 ? 0 : Math.min(RETRY_DELAY_MS * 2 ** (tries - 1), MAX_RETRY_DELAY_MS)
      timer = setTimeout(() => void send(), delay)
    }
    const send = async () => {
      const isSentByUser = isSending(readDraft(id))
      const isPosted = await sendPost(client, id)
      const hasFailed = isWaiting(id, readDraft(id))
      failedTries.set(client, hasFailed ? (failedTries.get(client) ?? 0) + 1 : 0)
      if (isPosted && !isSentByUser) toast.success('Post sent')
      // A lost connection stops this, but not code that did not load.
      if (hasFailed && !isStopped) schedule()
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [client, isLost, id])
}
