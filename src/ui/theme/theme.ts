import { createStore, useStore } from '../../lib/createStore.ts'

export type Theme = 'light' | 'dark'

const storageKey = 'theme'
const theme = createStore(savedTheme() ?? systemTheme())
/** The theme chosen in this tab. It applies even if storage cannot save it. */
let chosen: Theme | undefined

/** Returns the chosen theme, else the system's. index.html applies the same rule before the first paint. */
export function useTheme(): Theme {
  return useStore(theme)
}

/** Switches to a theme and saves the choice. */
export function chooseTheme(next: Theme): void {
  chosen = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Storage is full or blocked: the choice applies until the page closes.
  }
  showTheme()
}

/** Applies the theme, and follows changes of the system and of other tabs. Call it once, when the app starts. */
export function startTheme(): void {
  systemDark().addEventListener('change', showTheme)
  window.addEventListener('storage', followOtherTabs)
  showTheme()
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key !== storageKey && key !== null) return
  chosen = undefined
  showTheme()
}

function showTheme(): void {
  const next = chosen ?? savedTheme() ?? systemTheme()
  const root = document.documentElement.classList
  root.toggle('light-theme', next === 'light')
  root.toggle('dark-theme', next === 'dark')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    meta.media = meta.dataset['theme'] === next ? 'all' : 'not all'
  }
  theme.set(next)
}

function savedTheme(): Theme | undefined {
  try {
    const saved = localStorage.getItem(storageKey)
    return saved === 'light' || saved === 'dark' ? saved : undefined
  } catch {
    return undefined
  }
}

function systemTheme(): Theme {
  return systemDark().matches ? 'dark' : 'light'
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
