import { markdown, useMonaco } from '@graphiql/react'
import type { editor } from 'monaco-editor'
import { useEffect } from 'react'

/** Configures Monaco's workers. Replaces `graphiql/setup-workers/vite`, which crashes Vite's dev server. */
export function setUpWorkers(): void {
  window.MonacoEnvironment = {
    getWorker(_workerId, label) {
      switch (label) {
        case 'graphql':
          return new Worker(new URL('./graphql.worker.ts', import.meta.url), { type: 'module' })
        case 'json':
          return new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module' })
        default:
          return new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' })
      }
    },
    createTrustedTypesPolicy(name, rules = {}) {
      // `getWorker` makes this policy unnecessary. It would trust any URL of a script.
      if (name === 'defaultWorkerFactory') return undefined
      return window.trustedTypes?.createPolicy(name, rules)
    },
  }
}

/**
 * Makes GraphiQL's renderer of descriptions return trusted HTML. The policy takes Markdown and renders it with raw HTML
 * escaped, so it cannot trust any other HTML.
 */
export function trustRenderedMarkdown(): void {
  markdown.set({ html: false })
  const render: (text: string) => string = markdown.render.bind(markdown)
  const policy = window.trustedTypes?.createPolicy('graphiql-markdown', { createHTML: render })
  if (policy) Object.assign(markdown, { render: (text: string) => policy.createHTML(text) })
}

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
