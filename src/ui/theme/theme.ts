import { createStore, useStore } from '../../lib/createStore.ts'

export type Theme = 'light' | 'dark'

/** What the user chooses: a theme, or that of the system. */
export type ThemeChoice = Theme | 'system'

/** Holds the choice. The choice of the system is not stored. */
const storageKey = 'theme'
const choice = createStore(savedChoice())
/** `startTheme` sets the actual theme. The pages are prerendered with this one, and CSS selects what differs. */
const theme = createStore<Theme>('light')

/** Returns the theme that is shown. `src/start/head.ts` applies the same rule before the first paint. */
export function useTheme(): Theme {
  return useStore(theme)
}

export const currentTheme: () => Theme = theme.get

export function useThemeChoice(): ThemeChoice {
  return useStore(choice)
}

/** Switches to a theme and saves the choice. It applies in this tab even if storage cannot save it. */
export function chooseTheme(next: ThemeChoice): void {
  choice.set(next)
  try {
    if (next === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, next)
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
  choice.set(savedChoice())
  showTheme()
}

function showTheme(): void {
  const next = themeOf(choice.get())
  const root = document.documentElement.classList
  root.toggle('light-theme', next === 'light')
  root.toggle('dark-theme', next === 'dark')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    meta.media = meta.dataset['theme'] === next ? 'all' : 'not all'
  }
  theme.set(next)
}

function savedChoice(): ThemeChoice {
  try {
    const saved = localStorage.getItem(storageKey)
    return saved === 'light' || saved === 'dark' ? saved : 'system'
  } catch {
    return 'system'
  }
}

function themeOf(chosen: ThemeChoice): Theme {
  if (chosen !== 'system') return chosen
  return systemDark().matches ? 'dark' : 'light'
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
