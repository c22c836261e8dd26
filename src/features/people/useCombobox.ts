import { useId, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../../lib/keys.ts'

interface ComboboxOptions {
  /** The number of options. Undefined while there is no list to show. */
  options: number | undefined
  onChoose: (index: number) => void
  /** Called when Enter is pressed and no option can be chosen. */
  onEnter: () => void
  onEscape: () => void
  /** Whether the options belong to the previous text. Enter then chooses none. */
  isStale: boolean
}

/**
 * Returns the state and props of an editable combobox as the ARIA Authoring Practices describe it. Focus stays in the
 * field, arrow keys move the active option, Enter chooses it, and Escape closes the list.
 */
export function useCombobox({ options, isStale, onChoose, onEnter, onEscape }: ComboboxOptions) {
  const id = useId()
  const [isRequested, setOpen] = useState(false)
  const open = isRequested && options !== undefined
  const count = options ?? 0
  const [marked, setMarked] = useState(0)
  const active = count === 0 ? -1 : Math.min(marked, count - 1)
  const optionId = (index: number) => `${id}-${index}`

  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    const next = count === 0 ? 0 : (to + count) % count
    // A closed list has no elements.
    flushSync(() => {
      setOpen(true)
      setMarked(next)
    })
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(event, open ? active + 1 : 0)
    else if (event.key === 'ArrowUp') move(event, open ? active - 1 : count - 1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (!isStale && open && active >= 0) onChoose(active)
      else onEnter()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isRequested) setOpen(false)
      else onEscape()
    }
  }

  return {
    open,
    active,
    show: () => {
      setMarked(0)
      setOpen(true)
    },
    hide: () => setOpen(false),
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
    },
    list: { id, role: 'listbox' },
    option: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => setMarked(index),
    }),
  } as const
}
