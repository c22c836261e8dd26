/**
 * Runs in the head of each page, before the first paint. The build writes it into the document (tools/pages.mjs).
 *
 * It applies the theme, decides whether the prerendered content belongs to this address and session, and starts loading
 * what the page needs: nothing of it waits for the scripts.
 */

import { appPaths } from '../../shared/appPaths.ts'
import { hasStoredSession } from '../session/storedSession.ts'
import { savedMotion, showMotion } from '../ui/motion.ts'
import { savedTheme, showTheme } from '../ui/theme/showTheme.ts'
import { pageRequestMark } from './pageRequestMark.ts'

const page = document.documentElement

showTheme(savedTheme())
showMotion(savedMotion())
start()

function start(): void {
  const path = location.pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  const [, folder = ''] = path.split('/')
  const signedIn = hasStoredSession()
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
