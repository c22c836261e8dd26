import { useMonaco } from '@graphiql/react'
import type { editor } from 'monaco-editor'
import { useEffect } from 'react'

/**
 * Lets one leave the page without a rejection that nobody handles: Monaco 0.52 throws it when an editor goes while it is
 * about to mark the other occurrences of a word (issue 285890 of microsoft/vscode), so those marks are off.
 */
export function useQuietDisposal(): void {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return undefined
    // GraphiQL's effects ran before this one: its editors are there already. In StrictMode it makes them once more.
    monaco.editor.getEditors().forEach(quieten)
    const creation = monaco.editor.onDidCreateEditor(quieten)
    return () => creation.dispose()
  }, [monaco])
}

function quieten(one: editor.ICodeEditor): void {
  one.updateOptions({ occurrencesHighlight: 'off' })
}
