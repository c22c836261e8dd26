import { createStore, useStore } from '../../lib/createStore.ts'
import { savedTheme, showTheme, systemDark, themeKey, type Theme, type ThemeChoice } from './showTheme.ts'

const choice = createStore(savedTheme())
/** `startTheme` sets the actual theme. The pages are prerendered with this one, and CSS selects what differs. */
const theme = createStore<Theme>('light')

/** Returns the theme that is shown. `src/start/head.ts` has shown it before the first paint. */
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
    if (next === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, next)
  } catch {
    // Storage is full or blocked: the choice applies until the page closes.
  }
  update()
}

/** Applies the theme, and follows changes of the system and of other tabs. Call it once, when the app starts. */
export function startTheme(): void {
  systemDark().addEventListener('change', update)
  window.addEventListener('storage', followOtherTabs)
  update()
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key !== themeKey && key !== null) return
  choice.set(savedTheme())
  update()
}

function update(): void {
  theme.set(showTheme(choice.get()))
}
