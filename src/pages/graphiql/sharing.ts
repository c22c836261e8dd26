import { useEffect, useState } from 'react'
import { toast } from '../../ui/toasts/toast.ts'
import { withoutPasswords } from '../../../shared/passwords.ts'

const name = 'query'

/** Copies a link that opens this page with the document: with nothing else, no variables and never a token. */
export async function shareDocument(document: string): Promise<void> {
  const url = new URL('/graphiql', location.origin)
  // Behind the hash it reaches no server's log.
  url.hash = new URLSearchParams({ [name]: withoutPasswords(document) }).toString()
  try {
    await navigator.clipboard.writeText(url.href)
    toast.info('Link copied')
  } catch {
    toast.info(`The link to this query is ${url.href}`)
  }
}

/** The document that a shared link brought, once: a reload does not open it again. Nothing of it is run. */
function takeSharedDocument(): string | undefined {
  const document = new URLSearchParams(location.hash.slice(1)).get(name)
  if (document === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return document
}

/** What shared links have brought: the last document, and how many there were since the page was opened. */
export interface SharedDocument {
  document: string | undefined
  count: number
}

/** A link may also be followed while the page is open. */
export function useSharedDocument(): SharedDocument {
  const [shared, setShared] = useState(() => ({ document: takeSharedDocument(), count: 0 }))
  useEffect(() => {
    const take = () => {
      const document = takeSharedDocument()
      if (document !== undefined) setShared(({ count }) => ({ document, count: count + 1 }))
    }
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return shared
}
