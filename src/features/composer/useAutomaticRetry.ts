import type { ApolloClient } from '@apollo/client'
import { useEffect } from 'react'
import { useLostConnections } from '../../backend/connection.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { readDraft } from '../drafts/drafts.ts'
import { isWaiting, sendPost } from './sendPost.ts'

/** How long to wait after a failed automatic try, doubled after each further one. */
const RETRY_DELAY_MS = 5000
const MAX_RETRY_DELAY_MS = 300_000
/** The automatic tries since the last one that reached the backend. */
let failedTries = 0

/** Sends the post of this draft, which waits for the connection, as soon as the connection is back. */
export function useAutomaticRetry(client: ApolloClient, id: string | undefined): void {
  const isLost = useLostConnections().has('backend')
  useEffect(() => {
    if (isLost || id === undefined) return undefined
    const send = async () => {
      await sendPost(client, id)
      const isStillWaiting = isWaiting(id, readDraft(id))
      failedTries = isStillWaiting ? failedTries + 1 : 0
      if (readDraft(id) === undefined) toast.success('Post sent')
    }
    const delay = failedTries === 0 ? 0 : Math.min(RETRY_DELAY_MS * 2 ** (failedTries - 1), MAX_RETRY_DELAY_MS)
    const timer = setTimeout(() => void send(), delay)
    return () => clearTimeout(timer)
  }, [client, isLost, id])
}
