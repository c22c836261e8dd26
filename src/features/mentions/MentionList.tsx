import { CornerDownLeft } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { findFolded } from '../../../shared/foldedText.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { markedText } from '../../ui/markedText.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import type { useCombobox } from '../people/useCombobox.ts'
import { fullName } from '../people/userLinks.ts'
import searchStyles from '../people/UserSearch.module.css'
import { textAreaRect } from '../texts/textAreaRect.ts'
import styles from './MentionList.module.css'
import type { MentionInField, SuggestedUser } from './useMentionSuggestions.ts'

/** The distance (in px) to the line of text, and to the edges of the window. */
const GAP = 8

interface MentionListProps {
  typed: MentionInField
  users: readonly SuggestedUser[]
  combobox: ReturnType<typeof useCombobox>
  choose: (user: SuggestedUser) => void
}

/** The users whom a text can mention, at the `@` that was typed. A popover, so that nothing clips it. */
export function MentionList({ typed, users, combobox, choose }: MentionListProps) {
  const { field, start, prefix } = typed
  const element = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const list = element.current
    if (!list || !('popover' in HTMLElement.prototype)) return undefined
    list.showPopover()
    return () => list.hidePopover()
  }, [])

  // After each render: the text may have been wrapped, and the number of users has an influence on the place.
  useLayoutEffect(() => {
    if (element.current) place(element.current, field, start)
  })

  useEffect(() => {
    const update = () => {
      if (element.current) place(element.current, field, start)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('scroll', update, { capture: true, passive: true, signal })
    window.addEventListener('resize', update, { signal })
    window.visualViewport?.addEventListener('resize', update, { signal })
    return () => controller.abort()
  }, [field, start])

  return (
    // Keeps the focus in the text area: losing it would close the list before the click.
    <div ref={element} popover="manual" className={styles.list} onPointerDown={(event) => event.preventDefault()}>
      <ul {...combobox.list} aria-label="People to mention">
        {users.map((user) => (
          <li key={user.id} {...combobox.option(user.id)} className={searchStyles.option} onClick={() => choose(user)}>
            <Avatar src={user.avatarUrl} size="2.25rem" />
            <UserLabel name={<MatchedName user={user} prefix={prefix} />} username={user.username} />
            {user.viewerIsFollowing && <span className={styles.note}>You follow</span>}
            <Icon of={CornerDownLeft} />
          </li>
        ))}
      </ul>
      <p className={searchStyles.hint} aria-hidden="true">
        <span>
          <kbd>Enter</kbd> or <kbd>Tab</kbd> to choose
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
    </div>
  )
}

/** Places the list below the line with a character, or above it if there is more room. */
function place(list: HTMLElement, field: HTMLTextAreaElement, offset: number): void {
  const line = textAreaRect(field, offset)
  const set = (name: string, pixels: number) => list.style.setProperty(name, `${pixels}px`)
  list.style.removeProperty('--max-height')
  const { width, height } = list.getBoundingClientRect()
  // Smaller than the window while a keyboard is shown on the screen.
  const { offsetTop: top, height: visibleHeight } = window.visualViewport ?? { offsetTop: 0, height: innerHeight }
  const above = line.top - GAP - top
  const below = top + visibleHeight - line.bottom - GAP
  const isAbove = height > below && above > below
  const room = (isAbove ? above : below) - GAP
  set('--max-height', room)
  set('--top', isAbove ? line.top - GAP - Math.min(height, room) : line.bottom + GAP)
  set('--left', Math.max(GAP, Math.min(line.left, document.documentElement.clientWidth - width - GAP)))
}

interface MatchedNameProps {
  user: SuggestedUser
  prefix: string
}

/** A name with the start of its first or last name marked, if it is what was typed. */
function MatchedName({ user, prefix }: MatchedNameProps) {
  const name = fullName(user)
  for (const start of [0, name.length - user.lastName.length]) {
    const [matchStart, matchEnd] = findFolded(name.slice(start), prefix) ?? []
    if (matchStart === 0 && matchEnd !== undefined) return markedText(name, [[start, start + matchEnd]])
  }
  return name
}
