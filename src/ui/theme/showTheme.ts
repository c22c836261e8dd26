import { savedChoice } from '../../lib/tryStorage.ts'

export type Theme = 'light' | 'dark'

/** What the user chooses. The first value is the default, which is not stored. */
export const themeChoices = ['system', 'light', 'dark'] as const

export type ThemeChoice = (typeof themeChoices)[number]

export function savedTheme(): ThemeChoice {
  return savedChoice('theme', themeChoices)
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
