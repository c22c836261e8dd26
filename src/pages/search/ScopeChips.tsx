import { Check } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { searchPath, searchScopes } from '../../features/people/searches.ts'
import type { SearchScope } from '../../generated/types.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import styles from './SearchPage.module.css'

const labels: Record<SearchScope, string> = {
  ALL: 'All',
  FOLLOWING: 'From people I follow',
  MINE: 'My posts',
  BOOKMARKED: 'My bookmarks',
}

/** Chooses which posts are searched. On a phone, a row that scrolls. */
export function ScopeChips({ text, scope }: { text: string; scope: SearchScope }) {
  const name = useId()
  const navigate = useNavigate()
  const row = useRef<HTMLFieldSetElement>(null)
  // The address follows in a transition. Until then an arrow key must find the last choice, or it would change nothing.
  const [chosen, setChosen] = useState(scope)
  const [opened, setOpened] = useState(scope)
  if (scope !== opened) {
    setOpened(scope)
    setChosen(scope)
  }

  useLayoutEffect(() => {
    const chip = row.current?.querySelector(`[value=${scope}]`)?.parentElement
    if (row.current && chip) scrollIntoRow(row.current, chip)
  }, [scope])

  return (
    <fieldset ref={row} className={styles.chips}>
      <legend className="visually-hidden">Show posts</legend>
      {searchScopes.map((value) => (
        <label key={value} className={styles.chip}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => {
              setChosen(value)
              void navigate(searchPath({ text, scope: value }), { replace: true })
            }}
          />
          <Icon of={Check} />
          {labels[value]}
        </label>
      ))}
    </fieldset>
  )
}

/** Scrolls a row until all of a chip is in view, with some room. Unlike `scrollIntoView`, not the page. */
function scrollIntoRow(row: HTMLElement, chip: HTMLElement): void {
  const room = Number.parseFloat(getComputedStyle(row).paddingLeft)
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  const hidden = { before: outer.left + room - inner.left, after: inner.right + room - outer.right }
  if (hidden.after > 0) row.scrollLeft += hidden.after
  else if (hidden.before > 0) row.scrollLeft -= hidden.before
}
