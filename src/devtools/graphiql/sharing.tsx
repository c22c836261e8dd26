import { ToolbarButton, useGraphiQL } from '@graphiql/react'
import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { withoutPasswords } from '../../../shared/passwords.ts'
import { graphiqlLink, linkedDocumentIn, type LinkedDocument } from '../lab/requests/graphiqlLink.ts'
import { toast } from '../../ui/toasts/toast.ts'

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
  const { pathname, hash } = graphiqlLink({ query: withoutPasswords(document), variables: '' })
  const url = new URL(pathname + hash, location.origin)
  try {
    await navigator.clipboard.writeText(url.href)
    toast.info('Link copied')
  } catch {
    toast.info(`The link to this query is ${url.href}`)
  }
}

interface OpenedLink {
  /** The document of the last opened link. It is never run automatically. */
  document: LinkedDocument | undefined
  /** The number of links opened since the page loaded. */
  openedCount: number
}

/**
 * Returns the document of the link that opened this page, or that was opened in it later. Removes it from the address, so
 * that a reload does not open it again.
 */
export function useLinkedDocument(): OpenedLink {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [handled, setHandled] = useState(hash)
  const [opened, setOpened] = useState<OpenedLink>(() => ({ document: linkedDocumentIn(hash), openedCount: 0 }))
  if (hash !== handled) {
    setHandled(hash)
    const document = linkedDocumentIn(hash)
    if (document) setOpened(({ openedCount }) => ({ document, openedCount: openedCount + 1 }))
  }
  useEffect(() => {
    if (linkedDocumentIn(hash)) void navigate({ search }, { replace: true })
  }, [hash, search, navigate])
  return opened
}
