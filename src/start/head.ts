/**
 * Runs in the head of each page, before the first paint. The build writes it into the document (tools/pages.mjs).
 *
 * It applies the theme, decides whether the prerendered content belongs to this address and session, and starts loading
 * what the page needs: nothing of it waits for the scripts.
 */

import { appPaths } from '../../shared/appPaths.ts'
import { pageRequestMark } from './pageRequestMark.ts'

const page = document.documentElement

applyTheme()
applyMotion()
start()

/** As src/ui/theme/theme.ts does. */
function applyTheme(): void {
  const saved = stored('theme')
  const isSaved = saved === 'light' || saved === 'dark'
  const theme = isSaved ? saved : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.className = `${theme}-theme`
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    meta.media = meta.dataset['theme'] === theme ? 'all' : 'not all'
  }
}

/** As src/ui/preferences.ts does. */
function applyMotion(): void {
  const saved = stored('motion')
  const isSaved = saved === 'full' || saved === 'reduced'
  page.dataset['motion'] = isSaved ? saved : matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full'
}

function start(): void {
  const path = location.pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  const [, folder = ''] = path.split('/')
  const signedIn = Boolean(stored('data') && stored('curr_user'))
  const isForVisitors = [appPaths.landing, appPaths.login, appPaths.signup].some((known) => known === path)
  const isForUsers = [appPaths.home, appPaths.explore, appPaths.bookmarks, appPaths.settings, appPaths.ownProfile].some(
    (known) => known === `/${folder}`,
  )
  const showsApp = signedIn ? path !== appPaths.graphiql : !isForVisitors && !isForUsers && path !== appPaths.graphiql
  if (showsApp) performance.mark(pageRequestMark)
  // Hides content of another page until `src/start/body.ts` has replaced it.
  if (showsApp || page.dataset['page'] !== path) page.hidden = true
  if (showsApp) page.dataset['shell'] = ''
  const files = START_FILES
  const ownFiles = Object.hasOwn(files, folder) ? files[folder] : files['app']
  for (const file of (showsApp ? ownFiles : files['visitor']) ?? []) preload(file)
}

function preload(file: string): void {
  const link = document.createElement('link')
  if (file.endsWith('.css')) {
    link.rel = 'stylesheet'
    link.setAttribute('blocking', 'render')
  } else {
    link.rel = 'modulepreload'
  }
  link.href = file
  document.head.append(link)
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
