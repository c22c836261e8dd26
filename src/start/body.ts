/**
 * Runs after the content of each page, before the first paint. If the prerendered content belongs to another page, it
 * shows the app's shell in its place, or nothing.
 */

import { hasStoredSession } from '../session/storedSession.ts'

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

addEventListener('click', rememberPress)

/** Marks a button that is pressed before hydration. `src/main.tsx` repeats the press. */
function rememberPress({ target }: Event): void {
  if (!page.dataset['page']) removeEventListener('click', rememberPress)
  else if (target instanceof Element) target.closest('button')?.setAttribute('data-pressed', '')
}

/** Returns the shell with the parts of this user and page. */
function shellOf({ content }: HTMLTemplateElement): Node {
  const copy = content.cloneNode(true)
  if (!(copy instanceof DocumentFragment)) return copy
  if (!hasStoredSession()) for (const part of copy.querySelectorAll('[data-user]')) part.remove()
  const title = copy.querySelector('h1')
  const current = copy.querySelectorAll(`nav a[href="${CSS.escape(location.pathname).replaceAll('\\/', '/')}"]`)
  for (const link of current) {
    link.setAttribute('aria-current', 'page')
    if (title) title.textContent = link.textContent
  }
  return copy
}
