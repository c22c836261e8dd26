import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { usePreferences } from '../../ui/preferences.ts'
import { findShortcut, isPrefix } from './shortcuts.ts'

const KeysSheet = lazyDefault(() => import('./KeysSheet.tsx'))

/** How long the second key of a shortcut may take. */
const sequenceMs = 1500

/** Fields in which keys are text, or choose an option. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Handles the keyboard shortcuts, unless the user has switched them off. Shows the sheet of keys. */
export default function Shortcuts() {
  const { shortcuts } = usePreferences()
  const [showsKeys, setShowsKeys] = useState(false)
  const navigate = useNavigate()

  const press = useEffectEvent((keys: string, isRepeated: boolean): boolean => {
    const shortcut = findShortcut(keys)
    if (!shortcut?.run || (isRepeated && !shortcut.repeats)) return false
    return shortcut.run({ open: (path) => void navigate(path), showKeys: () => setShowsKeys(true) })
  })

  useEffect(() => {
    if (shortcuts === 'off') return undefined
    let previous = { keys: '', at: 0 }

    const onKeyDown = (event: KeyboardEvent) => {
      const { keys, at } = previous
      previous = { keys: '', at: 0 }
      const key = keyOf(event)
      if (!key) return
      const pressed = keys && event.timeStamp - at < sequenceMs ? `${keys} ${key}` : key
      if (isPrefix(pressed)) previous = { keys: pressed, at: event.timeStamp }
      // Without this, `/` and `n` would also be typed into the field that they focus.
      else if (press(pressed, event.repeat)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcuts])

  return showsKeys && <KeysSheet onClose={() => setShowsKeys(false)} />
}

/** Returns the key if it may be part of a shortcut, else an empty string. */
function keyOf(event: KeyboardEvent): string {
  const { key, target } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return ''
  // Signs such as ? need Shift on many keyboards.
  if (event.shiftKey && /^\p{Letter}/u.test(key)) return ''
  if (document.querySelector('dialog[open]')) return ''
  if (!(target instanceof Element) || target.closest(fields)) return ''
  // Enter on a link or a button presses it.
  if (key === 'Enter') return target.matches('article') ? key : ''
  return key.toLowerCase()
}
