import { ToolbarButton, useGraphiQL } from '@graphiql/react'
import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { withoutPasswords } from '../../../shared/passwords.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** The parameter with the document in the hash of a link. */
const PARAMETER = 'query'

/** A button that copies a link to the document in the editor. */
export function ShareButton() {
  const editor = useGraphiQL((state) => state.queryEditor)
  return (
    <ToolbarButton label="Share query" onClick={() => void shareDocument(editor?.getValue() ?? '')}>
      <Share2 className="graphiql-toolbar-icon" aria-hidden="true" />
    </ToolbarButton>
  )
}

/** Copies a link with the document, without variables, token and passwords. */
async function shareDocument(document: string): Promise<void> {
  const url = new URL('/graphiql', location.origin)
  // Uses the hash, which browsers do not send, so that the document does not appear in server logs.
  url.hash = new URLSearchParams({ [PARAMETER]: withoutPasswords(document) }).toString()
  try {
    await navigator.clipboard.writeText(url.href)
    toast.info('Link copied')
  } catch {
    toast.info(`The link to this query is ${url.href}`)
  }
}

export interface SharedDocument {
  /** The document of the last opened link. It is never run automatically. */
  document: string | undefined
  /** The number of links opened since the page loaded. */
  count: number
}

/** Returns the document of the shared link that opened this page, or that was opened in it later. */
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

/** Returns the document in the URL and removes it from there, so that a reload does not open it again. */
function takeSharedDocument(): string | undefined {
  const document = new URLSearchParams(location.hash.slice(1)).get(PARAMETER)
  if (document === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return document
}
