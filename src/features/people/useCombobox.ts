import { useId, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../lib/keys.ts'

interface ComboboxOptions {
  /** How many there are; undefined while there is no list to show. */
  options: number | undefined
  /** Opens the option at this place. */
  onChoose: (at: number) => void
  onEscape: () => void
}

/** A combobox with a list, as the ARIA practices have it: focus stays in the field, arrows move, Enter opens, Escape closes. */
export function useCombobox({ options, onChoose, onEscape }: ComboboxOptions) {
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
    else if (event.key === 'Enter' && open && active >= 0) {
      event.preventDefault()
      onChoose(active)
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
