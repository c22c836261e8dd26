/**
 * Runs in the head of each page, before the first paint. The build writes it into the document (tools/pages.mjs).
 *
 * It applies the theme, decides whether the prerendered content belongs to this address and session, and starts loading
 * what the page needs: nothing of it waits for the scripts.
 */

import { pageAt } from '../../shared/appPages.ts'
import { isOnServer } from '../backend/host.ts'
import { hasStoredSession } from '../session/storedSession.ts'
import { savedMotion, showMotion } from '../ui/preferences/motion.ts'
import { savedTheme, showTheme } from '../ui/theme/showTheme.ts'
import { pageRequestMark } from './handover.ts'

/**
 * The files that the pages of the first folder of an address load, with `visitor` and `app` for all others. The build
 * defines it (tools/pages.mjs).
 */
declare const START_FILES: Partial<Record<'inBrowser' | 'onServer', Record<string, readonly string[]>>>

const files = START_FILES[isOnServer() ? 'onServer' : 'inBrowser'] ?? {}
const page = document.documentElement

showTheme(savedTheme())
showMotion(savedMotion())
start()

function start(): void {
  const [, folder = ''] = location.pathname.toLowerCase().split('/')
  // Unknown paths show the frame, too.
  const { path = '', for: group, isFrameless } = pageAt(location.pathname) ?? {}
  const showsApp = !isFrameless && (hasStoredSession() || !group)
  if (showsApp) performance.mark(pageRequestMark)
  // Hides content of another page until `src/start/bodyScript.ts` has replaced it.
  if (showsApp || page.dataset['page'] !== path) page.hidden = true
  if (showsApp) page.dataset['shell'] = ''
  const ownFiles = Object.hasOwn(files, folder) ? files[folder] : files['app']
  const needed = (showsApp ? ownFiles : files['visitor']) ?? []
  for (const file of needed.filter(isStyle)) loadStyle(file)
  // V8 compiles them on other threads, which would compete with the first layout for the processor.
  afterFirstPaint(() => needed.filter((file) => !isStyle(file)).forEach(preload))
}

function isStyle(file: string): boolean {
  return file.endsWith('.css')
}

function loadStyle(file: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.setAttribute('blocking', 'render')
  link.href = file
  document.head.append(link)
}

function preload(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}

/** Scripts load at the latest this long after the navigation: a slow network or a hidden tab must not delay them. */
const LATEST_MS = 150

/** Calls `run` once the browser has painted the page or its shell. */
function afterFirstPaint(run: () => void): void {
  let isDone = false
  const runOnce = () => {
    if (!isDone) run()
    isDone = true
  }
  const waitForFrame = () => requestAnimationFrame(() => (page.hidden ? waitForFrame() : setTimeout(runOnce)))
  waitForFrame()
  setTimeout(runOnce, LATEST_MS - performance.now())
}
