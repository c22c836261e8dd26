import { useMonaco } from '@graphiql/react'
import type { editor } from 'monaco-editor'
import { useEffect } from 'react'

/**
 * Prevents an unhandled rejection when the user leaves the page. Monaco 0.52 throws if an editor is disposed just
 * before it highlights the occurrences of a word (microsoft/vscode issue 285890). This switches those highlights off.
 */
export function useMonacoDisposeWorkaround(): void {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return undefined
    // GraphiQL's effects run first, so its editors already exist. StrictMode creates them again.
    monaco.editor.getEditors().forEach(switchHighlightsOff)
    const creation = monaco.editor.onDidCreateEditor(switchHighlightsOff)
    return () => creation.dispose()
  }, [monaco])
}

function switchHighlightsOff(codeEditor: editor.ICodeEditor): void {
  codeEditor.updateOptions({ occurrencesHighlight: 'off' })
}
