/**
 * Runs after the content of each page, before the first paint. If the prerendered content belongs to another page, it
 * shows the app's shell in its place, or nothing.
 */

import { hasStoredSession } from '../session/storedSession.ts'
import { keepEarlyPresses } from './earlyPresses.ts'

const page = document.documentElement
const root = document.getElementById('root')
const shell = document.getElementById('shell')

if (page.hidden) {
  const showsShell = 'shell' in page.dataset && shell instanceof HTMLTemplateElement
  root?.replaceChildren(...(showsShell ? [shellOf(shell)] : []))
  delete page.dataset['shell']
  delete page.dataset['page']
  page.hidden = false
}

keepEarlyPresses()
addEventListener('click', followSkipLink)

/** Focuses a part of the page, as the browser does, but without an entry in the history, which Back would return to. */
function followSkipLink(event: Event): void {
  const link = event.target instanceof Element && event.target.closest('a[href^="#"]')
  if (!link) return
  event.preventDefault()
  const part = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}

/** Returns the shell with the parts of this user and page. */
function shellOf({ content }: HTMLTemplateElement): Node {
  const copy = content.cloneNode(true)
  if (!(copy instanceof DocumentFragment)) return copy
  for (const part of copy.querySelectorAll(hasStoredSession() ? '[data-visitor]' : '[data-user]')) part.remove()
  if (page.classList.contains('dark-theme'))
    copy.querySelector('[aria-label="Switch to dark theme"]')?.setAttribute('aria-label', 'Switch to light theme')
  const title = copy.querySelector('h1')
  const current = copy.querySelectorAll(`nav a[href="${CSS.escape(location.pathname).replaceAll('\\/', '/')}"]`)
  for (const link of current) {
    link.setAttribute('aria-current', 'page')
    if (title) title.textContent = link.textContent
  }
  return copy
}
