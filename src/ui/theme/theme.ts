import { createStore, useStore } from '../../lib/createStore.ts'
import { preferences } from '../preferences/preferences.ts'
import { showTheme, systemDark, type Theme } from './showTheme.ts'

/**
 * The theme of the page, for visitors and users. `startTheme` sets the actual one. The pages are prerendered with this
 * one, and CSS selects what differs.
 */
const theme = createStore<Theme>('light')

/** Returns the theme that is shown. `src/start/headScript.ts` has shown it before the first paint. */
export function useTheme(): Theme {
  return useStore(theme)
}

export const currentTheme: () => Theme = theme.get

/** Applies the theme, and follows the choice of the user and changes of the system. Call it once, when the app starts. */
export function startTheme(): void {
  systemDark().addEventListener('change', update)
  preferences.subscribe(update)
  update()
}

function update(): void {
  theme.set(showTheme(preferences.get().theme))
}
