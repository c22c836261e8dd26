import { StrictMode, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { prerenderedFiles } from '../shared/appPages.ts'
import { AppContent } from './App.tsx'
import { Shell } from './layout/Shell.tsx'
import { createRoutes, preloadPage } from './routes.ts'

/** Runs in the build (tools/pages.mjs). */

/** Renders the pages for visitors, and the shell of all others. */
export async function prerender() {
  const routes = createRoutes()
  await Promise.all(
    [...prerenderedFiles.keys()].map((path) => preloadPage(routes, { pathname: path }, { query: false }).code),
  )
  const pages = [...prerenderedFiles].map(([path, file]) => {
    const html = renderToString(
      <StrictMode>
        <Located at={path}>
          <AppContent routes={routes} />
        </Located>
      </StrictMode>,
    )
    if (html.includes('<!--$!-->')) throw new Error(`A part of ${path} cannot be prerendered.`)
    const { title, content } = withoutTitle(html)
    return { path, file, title, content }
  })
  const shell = renderToStaticMarkup(
    <Located at="/shell">
      <Shell />
    </Located>,
  )
  return { pages, shell: withoutPreloads(shell) }
}

function Located({ at, children }: { at: string; children: ReactNode }) {
  return <StaticRouter location={at}>{children}</StaticRouter>
}

/** Separates the title, which belongs into the head. */
function withoutTitle(html: string): { title: string; content: string } {
  const [element = '', title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  return { title, content: withoutPreloads(html.replace(element, '')) }
}

/** Removes the preloads of images, which include those of the other theme. */
function withoutPreloads(html: string): string {
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}
