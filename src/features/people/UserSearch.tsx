import { ArrowRight, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Who } from '../../ui/UserLabel.tsx'
import { MatchedName } from './MatchedName.tsx'
import { profilePath } from './names.ts'
import { useCombobox } from './useCombobox.ts'
import styles from './UserSearch.module.css'
import { useUserSearch, type FoundUser } from './useUserSearch.ts'

const label = 'Search Users...'

/** Finds users by first name while the user types (spec §2, §5). */
export function UserSearch() {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { found, isStale, findFirst } = useUserSearch(text)
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  /** The text for which Enter was pressed before its answer came. */
  const enteredText = useRef<string | null>(null)

  const clear = () => {
    setTyped('')
    enteredText.current = null
    combobox.hide()
  }
  const open = (user: FoundUser | undefined) => {
    if (!user) return
    clear()
    field.current?.blur()
    void navigate(profilePath(user))
  }
  const openFirst = async () => {
    enteredText.current = text
    const user = await findFirst()
    if (enteredText.current === text) open(user)
  }
  const combobox = useCombobox({
    options: text === '' ? undefined : found?.length,
    isStale,
    onChoose: (index) => open(found?.[index]),
    // A failure is logged by the search itself.
    onEnter: () => void (isStale && openFirst().catch(() => {})),
    onEscape: clear,
  })

  return (
    <search className={styles.search}>
      <div className={styles.box}>
        <Icon of={Search} />
        <input
          {...combobox.input}
          ref={field}
          type="search"
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            enteredText.current = null
            combobox.show()
          }}
          onFocus={combobox.show}
          onBlur={combobox.hide}
        />
        {typed && (
          <button
            type="button"
            className={styles.clear}
            aria-label="Clear search"
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            <Icon of={X} />
          </button>
        )}
      </div>
      {combobox.open && found && (
        // The field keeps the focus while an option is pressed, so that leaving it does not close the list first.
        <div className={styles.menu} onPointerDown={(event) => event.preventDefault()}>
          {found.length === 0 ? (
            <p {...combobox.list} role="status" className={styles.none}>
              No one here is called “{text}”.
            </p>
          ) : (
            <>
              <ul {...combobox.list} aria-label="Users">
                {found.map((user, at) => (
                  <li key={user.id} {...combobox.option(at)} className={styles.option} onClick={() => open(user)}>
                    <Avatar src={user.avatarUrl} size="2.5rem" />
                    <Who name={<MatchedName user={user} text={text} />} username={user.username} />
                    <Icon of={ArrowRight} />
                  </li>
                ))}
              </ul>
              <p className={styles.hint} aria-hidden="true">
                <span>
                  <kbd>↑ ↓</kbd> to move
                </span>
                <span>
                  <kbd>Enter</kbd> to open
                </span>
                <span>
                  <kbd>Esc</kbd> to close
                </span>
              </p>
            </>
          )}
        </div>
      )}
    </search>
  )
}
