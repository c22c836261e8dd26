import { ToolbarButton, useGraphiQL } from '@graphiql/react'
import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { withoutPasswords } from '../../../shared/passwords.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** The parameter of a link's hash that holds the document. */
const PARAMETER = 'query'

/** Copies a link to the document in the editor. */
export function ShareButton() {
  const editor = useGraphiQL((state) => state.queryEditor)
  return (
    <ToolbarButton label="Share query" onClick={() => void shareDocument(editor?.getValue() ?? '')}>
      <Share2 className="graphiql-toolbar-icon" aria-hidden="true" />
    </ToolbarButton>
  )
}

/** The link holds the document only: no variables, no token, no password. */
async function shareDocument(document: string): Promise<void> {
  const url = new URL('/graphiql', location.origin)
  // Browsers do not send the hash, so the document reaches no server's log.
  url.hash = new URLSearchParams({ [PARAMETER]: withoutPasswords(document) }).toString()
  try {
    await navigator.clipboard.writeText(url.href)
    toast.info('Link copied')
  } catch {
    toast.info(`The link to this query is ${url.href}`)
  }
}

export interface SharedDocument {
  /** The document of the link opened last. It is never run. */
  document: string | undefined
  /** The number of links opened after the page was loaded. */
  count: number
}

/** Reads the document of a shared link, also of one that is opened while the page is open. */
export function useSharedDocument(): SharedDocument {
  const [shared, setShared] = useState(() => ({ document: takeSharedDocument(), count: 0 }))
  useEffect(() => {
    const onHashChange = () => {
      const document = takeSharedDocument()
      if (document !== undefined) setShared(({ count }) => ({ document, count: count + 1 }))
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  return shared
}

/** Returns the document in the address and removes it there, so that a reload does not open it again. */
function takeSharedDocument(): string | undefined {
  const document = new URLSearchParams(location.hash.slice(1)).get(PARAMETER)
  if (document === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return document
}
