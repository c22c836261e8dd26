import { createStore, useStore } from '../lib/createStore.ts'
import { motionChoices, reducedMotion, savedMotion, showMotion } from './motion.ts'
import { savedChoice } from './savedChoice.ts'

/** The values of each preference. The first one is the default. */
const options = {
  motion: motionChoices,
  shortcuts: ['on', 'off'],
  altReminder: ['on', 'off'],
} as const

/** What the user has chosen on this device, besides the theme. */
export type Preferences = { readonly [Name in keyof typeof options]: (typeof options)[Name][number] }

const store = createStore(readPreferences())
store.subscribe(update)
// The build prerenders pages without a window.
if ('window' in globalThis) {
  reducedMotion().addEventListener('change', update)
  window.addEventListener('storage', () => store.set(readPreferences()))
  update()
}

/** Returns the preferences, also those that another tab has just changed. */
export function usePreferences(): Preferences {
  return useStore(store)
}

export function currentPreferences(): Preferences {
  return store.get()
}

/** Saves preferences. Each has its own key in `localStorage`; a default value is not stored. */
export function choosePreferences(chosen: Partial<Preferences>): void {
  store.update((current) => ({ ...current, ...chosen }))
  const defaults = new Map<string, string>(Object.entries(options).map(([name, [first]]) => [name, first]))
  try {
    for (const [name, value] of Object.entries(chosen)) {
      if (value === defaults.get(name)) localStorage.removeItem(name)
      else localStorage.setItem(name, value)
    }
  } catch {
    // Storage is full or blocked: the choice applies until the page closes.
  }
}

function update(): void {
  showMotion(store.get().motion)
}

function readPreferences(): Preferences {
  return {
    motion: savedMotion(),
    shortcuts: savedChoice('shortcuts', options.shortcuts),
    altReminder: savedChoice('altReminder', options.altReminder),
  }
}
