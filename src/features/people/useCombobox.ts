import { useId, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../../lib/keys.ts'

interface ComboboxOptions {
  /** The keys of the options, in their order. Undefined while there is no list to show. */
  options: readonly string[] | undefined
  /** The option that is active before the user moves to another one. Undefined for none. */
  firstActive: string | undefined
  /** Called when Enter is pressed, with the active option of an open list. */
  onEnter: (active: string | undefined) => void
  onEscape: () => void
}

/**
 * Returns the state and props of an editable combobox as the ARIA Authoring Practices describe it. Focus stays in the
 * field, arrow keys move the active option, Enter chooses it, and Escape closes the list.
 */
export function useCombobox({ options, firstActive, onEnter, onEscape }: ComboboxOptions) {
  const id = useId()
  const [isRequested, setOpen] = useState(false)
  const open = isRequested && options !== undefined
  const [marked, setMarked] = useState<string>()
  const active = marked !== undefined && options?.includes(marked) ? marked : firstActive
  const optionId = (option: string) => `${id}-${option}`

  const move = (event: KeyboardEvent, option: string | undefined) => {
    event.preventDefault()
    // A closed list has no elements.
    flushSync(() => {
      setOpen(true)
      setMarked(option)
    })
    if (option !== undefined) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const index = open && active !== undefined ? options.indexOf(active) : -1
    if (event.key === 'ArrowDown') move(event, options?.[index + 1] ?? options?.[0])
    // Before the first option comes the last one.
    else if (event.key === 'ArrowUp') move(event, options?.at(Math.max(index, 0) - 1))
    else if (event.key === 'Enter') {
      event.preventDefault()
      onEnter(open ? active : undefined)
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
      setMarked(undefined)
      setOpen(true)
    },
    hide: () => setOpen(false),
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open && active !== undefined ? optionId(active) : undefined,
      onKeyDown,
    },
    list: { id, role: 'listbox' },
    option: (option: string) => ({
      id: optionId(option),
      role: 'option',
      'aria-selected': option === active,
      onPointerMove: () => setMarked(option),
    }),
  } as const
}
