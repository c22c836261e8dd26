import { useMonaco } from '@graphiql/react'
import type { editor } from 'monaco-editor'
import { useEffect } from 'react'

/**
 * Prevents an unhandled rejection when the user leaves the page: Monaco 0.52 throws if an editor is disposed while it
 * is about to highlight the other occurrences of a word (microsoft/vscode issue 285890). Those highlights are switched
 * off.
 */
export function useMonacoDisposeWorkaround(): void {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return undefined
    // GraphiQL's effects run before this one, so its editors exist already. StrictMode creates them again.
    monaco.editor.getEditors().forEach(switchHighlightsOff)
    const creation = monaco.editor.onDidCreateEditor(switchHighlightsOff)
    return () => creation.dispose()
  }, [monaco])
}

function switchHighlightsOff(codeEditor: editor.ICodeEditor): void {
  codeEditor.updateOptions({ occurrencesHighlight: 'off' })
}
