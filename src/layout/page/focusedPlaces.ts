import { BoundedMap } from '../../../shared/BoundedMap.ts'

/** The selector of the last focused post or link of each location. The history outlives the session. */
const places = new BoundedMap<string, string>(100)

/** Remembers from now on what the user focuses at each location. Call it once, before the first render. */
export function rememberFocusedPlaces(): void {
  document.addEventListener('focusin', remember)
  // Safari does not focus a link that is pressed.
  document.addEventListener('click', remember, { capture: true })
}

/** Returns the selector of what was last focused at the location with this key of React Router. */
export function focusedPlaceAt(key: string): string | undefined {
  return places.get(key)
}

function remember({ target }: Event): void {
  const place = target instanceof Element && selectorOf(target)
  // React Router's key of a location without a state of its own is 'default'.
  if (place) places.set(history.state?.key ?? 'default', place)
}

/** Returns the selector of the post around an element, whose date links to its page, or else of the link around it. */
function selectorOf(element: Element): string | undefined {
  const date = element.closest('article')?.querySelector('a:has(time)')
  const href = (date ?? element.closest('a'))?.getAttribute('href')
  if (!href) return undefined
  const link = `a[href=${JSON.stringify(href)}]`
  if (date) return `article:has(${link} time)`
  // Pictures of users repeat the link of their name.
  return `${link}:not([tabindex])${element.closest('main') ? ':is' : ':not'}(main *)`
}
