import { useQuery } from '@apollo/client/react'
import { ArrowRight, LoaderCircle, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findFolded } from '../../../shared/foldedText.ts'
import { textLimits } from '../../../shared/textLimits.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { focusMain } from '../../ui/pageFocus.ts'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { useTextLimit } from '../../ui/fields/useTextLimit.tsx'
import { fullName, profilePath } from './userLinks.ts'
import { useCombobox } from './useCombobox.ts'
import styles from './UserSearch.module.css'
import { SearchUsersDocument, type SearchUsersQuery } from './SearchUsers.generated.ts'

export const searchLabel = 'Search Users...'

const searching = 'Searching…'

const MAX_FOUND = 50

/** A search shows that it is running after this long, so that fast responses do not flash. */
const SLOW_MS = 300

type FoundUser = NonNullable<SearchUsersQuery['users']>['edges'][number]['node']

interface UserSearchResult {
  /** Undefined until the first response. */
  found: FoundUser[] | undefined
  /** Whether `found` still belongs to the previous text, because the response for this text is pending. */
  isStale: boolean
  /** Whether the response for this text has been pending for a while. */
  isSlow: boolean
  /** Why the search for this text has failed, if it has. */
  failure: string | undefined
  /** Searches for this text again. Resolves to the first user found, undefined also after a failure. */
  findFirst: () => Promise<FoundUser | undefined>
}

/** The search box: finds users by first name while the user types (spec §2, §5). */
export function UserSearch() {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { isNear, isTooLong, control, note } = useTextLimit(text, textLimits.firstName)
  const { found, isStale, isSlow, failure, findFirst } = useUserSearch(isTooLong ? '' : text)
  const failed = failure !== undefined
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  /** The text for which Enter was pressed before its response arrived. */
  const enteredText = useRef<string | null>(null)

  const clear = () => {
    setTyped('')
    enteredText.current = null
    combobox.hide()
  }
  const open = (user: FoundUser | undefined) => {
    if (!user) return
    clear()
    const path = profilePath(user)
    if (path === location.pathname) return focusMain()
    field.current?.blur()
    void navigate(path)
  }
  const openFirst = async () => {
    enteredText.current = text
    const { href } = location
    const user = await findFirst()
    if (enteredText.current === text && location.href === href) open(user)
  }
  const combobox = useCombobox({
    options: text === '' ? undefined : isTooLong || failed ? 0 : (found?.length ?? (isSlow ? 0 : undefined)),
    isStale,
    onChoose: (index) => open(found?.[index]),
    onEnter: () => void ((isStale || failed) && openFirst()),
    onEscape: clear,
  })

  return (
    <search className={styles.search}>
      <div className={styles.box}>
        <Icon of={isSlow ? LoaderCircle : Search} className={isSlow ? styles.spinner : undefined} />
        <input
          {...combobox.input}
          {...control}
          ref={field}
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            enteredText.current = null
            // Text from the shell may arrive when the field no longer has the focus: the list stays closed.
            if (event.target === document.activeElement) combobox.show()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') enteredText.current = null
            combobox.input.onKeyDown(event)
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
      {isSlow && found && (
        <span role="status" className="visually-hidden">
          {searching}
        </span>
      )}
      {combobox.open && (isTooLong || failed || found || isSlow) && (
        // Keeps the focus in the field: losing it would close the list before the click on an option.
        <div className={styles.menu} onPointerDown={(event) => event.preventDefault()}>
          {isNear && (
            <div className={styles.none} id={isTooLong ? combobox.list.id : undefined}>
              {note}
            </div>
          )}
          {failed && (
            <p {...combobox.list} role="status" className={styles.none}>
              {failure}
            </p>
          )}
          {isSlow && !found && (
            <p {...combobox.list} role="status" className={styles.none}>
              {searching}
            </p>
          )}
          {found?.length === 0 && (
            <p {...combobox.list} role="status" className={styles.none}>
              No one here is called “{text}”.
            </p>
          )}
          {found && found.length > 0 && (
            <>
              <ul {...combobox.list} aria-label="Users">
                {found.map((user, index) => (
                  <li key={user.id} {...combobox.option(index)} className={styles.option} onClick={() => open(user)}>
                    <Avatar src={user.avatarUrl} size="2.5rem" />
                    <UserLabel name={<MatchedName user={user} text={text} />} username={user.username} />
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

/**
 * Finds users whose first name contains the text. While a response is pending, returns the previously found users, or
 * undefined if there were none, so that the empty state does not show too early.
 */
function useUserSearch(text: string): UserSearchResult {
  // Always asks the backend: users may have signed up since the last search.
  const { data, previousData, error, loading, refetch } = useQuery(SearchUsersDocument, {
    variables: { first: MAX_FOUND, firstName: text },
    skip: text === '',
    fetchPolicy: 'network-only',
  })
  useEffect(() => {
    if (error) reportError(error)
  }, [error])

  const isStale = loading && !data
  const users = (isStale ? previousData : data)?.users?.edges.map(({ node }) => node)
  return {
    found: isStale && users?.length === 0 ? undefined : users,
    isStale,
    isSlow: useIsLong(isStale),
    failure: error && (serverRefusalIn(error) ?? 'The search failed. Press Enter to try again.'),
    findFirst: async () => (await refetch().catch(() => undefined))?.data?.users?.edges[0]?.node,
  }
}

/** Returns whether a state has lasted for `SLOW_MS`. */
function useIsLong(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setLong(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isOn])
  return isOn && isLong
}

interface MatchedNameProps {
  user: { firstName: string; lastName: string; username: string }
  text: string
}

/** A name with the matching part marked. */
function MatchedName({ user, text }: MatchedNameProps) {
  const { firstName } = user
  const match = findFolded(firstName, text)
  if (!match) return fullName(user)
  const [start, end] = match

  return (
    <>
      {firstName.slice(0, start)}
      <mark>{firstName.slice(start, end)}</mark>
      {firstName.slice(end)} {user.lastName}
    </>
  )
}
