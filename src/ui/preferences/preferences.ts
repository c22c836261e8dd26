import { createStore, useStore } from '../../lib/createStore.ts'
import { savedChoice, tryStorage } from '../../lib/tryStorage.ts'
import { motionChoices, reducedMotion, savedMotion, showMotion } from './motion.ts'
import { savedTheme, themeChoices } from '../theme/showTheme.ts'

/** Orders of posts, as `PostOrder`. */
const orders = ['LATEST', 'TRENDING'] as const

/** The values of each preference. The first one is the default. */
const options = {
  theme: themeChoices,
  motion: motionChoices,
  /** The order of posts on each page that offers a choice. */
  homeSort: orders,
  exploreSort: orders,
  tagSort: orders,
  shortcuts: ['on', 'off'],
  altReminder: ['on', 'off'],
} as const

/** What the user has chosen on this device. */
export type Preferences = { readonly [Name in keyof typeof options]: (typeof options)[Name][number] }

/** The preference that holds the order of posts on a page. */
export type SortPreference = 'homeSort' | 'exploreSort' | 'tagSort'

/** Belongs to the page: the choices stay when another user logs in. */
export const preferences = createStore(readPreferences())
preferences.subscribe(update)
// The build prerenders pages without a window.
if ('window' in globalThis) {
  reducedMotion().addEventListener('change', update)
  window.addEventListener('storage', ({ key }) => {
    if (key === null) preferences.set(readPreferences())
    // The orders of posts stay, because the lists of this tab would be replaced.
    else if (key in options && !key.endsWith('Sort'))
      preferences.update(({ homeSort, exploreSort, tagSort }) => ({
        ...readPreferences(),
        homeSort,
        exploreSort,
        tagSort,
      }))
  })
  update()
}

/** Returns the preferences, also those that another tab has just changed. */
export function usePreferences(): Preferences {
  return useStore(preferences)
}

/**
 * Saves preferences. Each has its own key in `localStorage`; a default value is not stored. If storage is blocked or
 * full, they apply until the page closes.
 */
export function choosePreferences(chosen: Partial<Preferences>): void {
  preferences.update((current) => ({ ...current, ...chosen }))
  const defaults = new Map<string, string>(Object.entries(options).map(([name, [first]]) => [name, first]))
  for (const [name, value] of Object.entries(chosen)) {
    tryStorage(() => {
      if (value === defaults.get(name)) localStorage.removeItem(name)
      else localStorage.setItem(name, value)
    })
  }
}

function update(): void {
  showMotion(preferences.get().motion)
}

function readPreferences(): Preferences {
  return {
    theme: savedTheme(),
    motion: savedMotion(),
    homeSort: savedChoice('homeSort', orders),
    exploreSort: savedChoice('exploreSort', orders),
    tagSort: savedChoice('tagSort', orders),
    shortcuts: savedChoice('shortcuts', options.shortcuts),
    altReminder: savedChoice('altReminder', options.altReminder),
  }
}
