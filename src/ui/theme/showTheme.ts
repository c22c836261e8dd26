import { savedChoice } from '../savedChoice.ts'

export type Theme = 'light' | 'dark'

/** What the user chooses: a theme, or that of the system, which is not stored. */
export type ThemeChoice = Theme | 'system'

export const themeKey = 'theme'

export function savedTheme(): ThemeChoice {
  return savedChoice<ThemeChoice>(themeKey, ['system', 'light', 'dark'])
}

/** Sets the class and the colours that the browser shows around the page. Returns the theme of the choice. */
export function showTheme(choice: ThemeChoice): Theme {
  const system = systemDark().matches ? 'dark' : 'light'
  const theme = choice === 'system' ? system : choice
  const root = document.documentElement.classList
  root.toggle('light-theme', theme === 'light')
  root.toggle('dark-theme', theme === 'dark')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    meta.media = meta.dataset['theme'] === theme ? 'all' : 'not all'
  }
  return theme
}

export function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
