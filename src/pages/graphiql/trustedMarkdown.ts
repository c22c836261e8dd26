import { markdown } from '@graphiql/react'

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
