import { ToolbarButton, useGraphiQL } from '@graphiql/react'
import { Share2 } from 'lucide-react'
import { shareDocument } from './sharing.ts'

/** Copies a link to the document in the editor. */
export function ShareButton() {
  const editor = useGraphiQL((state) => state.queryEditor)
  return (
    <ToolbarButton label="Share query" onClick={() => void shareDocument(editor?.getValue() ?? '')}>
      <Share2 className="graphiql-toolbar-icon" aria-hidden="true" />
    </ToolbarButton>
  )
}
