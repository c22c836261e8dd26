export type Theme = 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()
/** What was chosen here; it counts even where storage refuses to keep it. */
let chosen: Theme | undefined

/** The chosen theme, else the system's. index.html works it out the same way before the first paint. */
export function currentTheme(): Theme {
  return chosen ?? savedTheme() ?? (systemDark().matches ? 'dark' : 'light')
}

export function chooseTheme(theme: Theme): void {
  chosen = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage is full or blocked: the choice lasts as long as the page.
  }
  showTheme()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the theme, and from now on follows the system and the other tabs. Call once, at the app's start. */
export function startTheme(): () => void {
  const system = systemDark()
  system.addEventListener('change', showTheme)
  window.addEventListener('storage', followOtherTabs)
  showTheme()
  return () => {
    system.removeEventListener('change', showTheme)
    window.removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return
  chosen = undefined
  showTheme()
}

function showTheme(): void {
  const theme = currentTheme()
  const root = document.documentElement.classList
  root.toggle('light-theme', theme === 'light')
  root.toggle('dark-theme', theme === 'dark')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    meta.media = meta.dataset['theme'] === theme ? 'all' : 'not all'
  }
  for (const listener of listeners) listener()
}

function savedTheme(): Theme | undefined {
  try {
    const saved = localStorage.getItem(key)
    return saved === 'light' || saved === 'dark' ? saved : undefined
  } catch {
    return undefined
  }
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
