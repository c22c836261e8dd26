import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, useNavigate } from 'react-router-dom'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { shortcutKeyOf, type ShortcutKey } from './shortcutKey.ts'
import { findShortcut, isPrefix } from './shortcuts.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

/** How long the second key of a shortcut may take. */
const sequenceMs = 1500

/** Handles the keyboard shortcuts, unless the user has switched them off. Shows the dialog of the shortcuts. */
export function Shortcuts() {
  const { shortcuts } = usePreferences()
  const [showsKeys, setShowsKeys] = useState(false)
  const navigate = useNavigate()
  // As a link does: the page that is shown gets no second entry in the history.
  const open = (path: string) => void navigate(path, { replace: path === createPath(location) })

  const press = useEffectEvent((keys: string, isRepeated: boolean): boolean => {
    const shortcut = findShortcut(keys)
    if (!shortcut?.run || (isRepeated && !shortcut.repeats)) return false
    return shortcut.run({ open, showKeys: () => setShowsKeys(true) })
  })

  useEffect(() => {
    if (shortcuts === 'off') return undefined
    let previous = { keys: '', at: 0 }

    /** Returns whether a shortcut has used the key. */
    const handle = (pressed: ShortcutKey | null): boolean => {
      const { keys, at } = previous
      previous = { keys: '', at: 0 }
      if (!pressed) return false
      const sequence = keys && pressed.at - at < sequenceMs ? `${keys} ${pressed.key}` : pressed.key
      if (!isPrefix(sequence)) return press(sequence, pressed.isRepeated)
      previous = { keys: sequence, at: pressed.at }
      return false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // Without this, `/` and `n` would also be typed into the field that they focus.
      if (handle(shortcutKeyOf(event))) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcuts])

  return showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />
}
