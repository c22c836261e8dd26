import { useId, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../lib/keys.ts'

interface ComboboxOptions {
  /** The number of options; undefined while there is no list to show. */
  options: number | undefined
  onChoose: (index: number) => void
  /** Enter while no option can be chosen. */
  onEnter: () => void
  onEscape: () => void
  /** The options are those of the text before: none can be chosen by Enter. */
  isStale: boolean
}

/** A combobox with a list, as the ARIA practices have it: focus stays in the field, arrows move, Enter opens, Escape closes. */
export function useCombobox({ options, isStale, onChoose, onEnter, onEscape }: ComboboxOptions) {
  const id = useId()
  const [wanted, setOpen] = useState(false)
  const open = wanted && options !== undefined
  const count = options ?? 0
  const [moved, setMoved] = useState(0)
  const active = count === 0 ? -1 : Math.min(moved, count - 1)
  const optionId = (at: number) => `${id}-${at}`

  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    setOpen(true)
    setMoved(count === 0 ? 0 : (to + count) % count)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(event, open ? active + 1 : 0)
    else if (event.key === 'ArrowUp') move(event, open ? active - 1 : count - 1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (!isStale && open && active >= 0) onChoose(active)
      else onEnter()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (wanted) setOpen(false)
      else onEscape()
    }
  }

  return {
    open,
    active,
    show: () => {
      setMoved(0)
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
    option: (at: number) => ({
      id: optionId(at),
      role: 'option',
      'aria-selected': at === active,
      onPointerMove: () => setMoved(at),
    }),
  } as const
}
