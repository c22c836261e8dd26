import { createStore, useStore } from '../lib/createStore.ts'

/** The values of each preference. The first one is the default. `src/start/head.ts` reads `motion`, too. */
const options = {
  motion: ['system', 'full', 'reduced'],
  shortcuts: ['on', 'off'],
  altReminder: ['on', 'off'],
} as const

/** What the user has chosen on this device, besides the theme. */
export type Preferences = { readonly [Name in keyof typeof options]: (typeof options)[Name][number] }

const store = createStore(readPreferences())
store.subscribe(showMotion)
// The build prerenders pages without a window.
if ('window' in globalThis) {
  reduceMotion().addEventListener('change', showMotion)
  window.addEventListener('storage', () => store.set(readPreferences()))
  showMotion()
}

/** Returns the preferences, also those that another tab has just changed. */
export function usePreferences(): Preferences {
  return useStore(store)
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

/** Sets the attribute that styles and scripts read. `src/start/head.ts` applies the same rule before the first paint. */
function showMotion(): void {
  const { motion } = store.get()
  const system = reduceMotion().matches ? 'reduced' : 'full'
  document.documentElement.dataset['motion'] = motion === 'system' ? system : motion
}

function reduceMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}

function readPreferences(): Preferences {
  return {
    motion: readPreference('motion', options.motion),
    shortcuts: readPreference('shortcuts', options.shortcuts),
    altReminder: readPreference('altReminder', options.altReminder),
  }
}

function readPreference<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  try {
    const saved = localStorage.getItem(name)
    return values.find((value) => value === saved) ?? values[0]
  } catch {
    return values[0]
  }
}
