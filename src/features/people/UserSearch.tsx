import { useQuery } from '@apollo/client/react'
import { ArrowRight, CornerDownLeft, LoaderCircle, Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
import { findFolded, foldText } from '../../../shared/foldedText.ts'
import { textLimits } from '../../../shared/textLimits.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { markedText } from '../../ui/markedText.tsx'
import { focusMain } from '../../ui/pageFocus.ts'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { useTextLimit } from '../../ui/fields/useTextLimit.tsx'
import { isUsernameSearch, searchIn, searchPath } from './searches.ts'
import { fullName, profilePath } from './userLinks.ts'
import { useCombobox } from './useCombobox.ts'
import styles from './UserSearch.module.css'
import { SearchUsernamesDocument, SearchUsersDocument, type FoundUser_UserFragment } from './SearchUsers.generated.ts'

export const searchLabel = 'Search Users...'

/** Says that a search has found no users. */
export function noOneCalled(text: string): string {
  return `No one here is called “${text}”.`
}

const searching = 'Searching…'

const MAX_FOUND = 50

/** A search shows that it is running after this long, so that fast responses do not flash. */
const SLOW_MS = 300

/** The key of the option that searches posts. The others have the id of their user. */
const postsOption = 'posts'

interface UserSearchResult {
  /** Undefined until the first response. */
  found: FoundUser_UserFragment[] | undefined
  /** Whether `found` still belongs to the previous text, because the response for this text is pending. */
  isStale: boolean
  /** Whether the response for this text has been pending for a while. */
  isSlow: boolean
  /** Why the search for this text has failed, if it has. */
  failure: string | undefined
  /** Searches for this text again. Resolves to the first user found, null if there is none, undefined after a failure. */
  findFirst: () => Promise<FoundUser_UserFragment | null | undefined>
}

/**
 * The search box: finds users by first name while the user types (spec §2, §5), or by username if the text starts with
 * `@`. The last option leads to the page that searches posts, where the box has the text of that page.
 */
export function UserSearch() {
  const textOfPage = useTextOfPage()
  const [typed, setTyped] = useState(textOfPage)
  /** Whether the user writes into the box. */
  const [isInUse, setInUse] = useState(false)
  const [lastTextOfPage, setLastTextOfPage] = useState(textOfPage)
  if (lastTextOfPage !== textOfPage) {
    setLastTextOfPage(textOfPage)
    if (!isInUse) setTyped(textOfPage)
  }
  const text = typed.trim()
  const { isNear, isTooLong, control, note } = useTextLimit(text, textLimits.firstName)
  const { found, isStale, isSlow, failure, findFirst } = useUserSearch(isInUse && !isTooLong ? text : '')
  const failed = failure !== undefined
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  /** The text for which Enter was pressed before its response arrived. */
  const enteredText = useRef<string | null>(null)

  const close = (rest: string) => {
    setTyped(rest)
    enteredText.current = null
    combobox.hide()
  }
  const goTo = (path: string) => {
    const { pathname, search } = location
    // Another page takes the focus when it is shown.
    if (path.split('?')[0] === pathname) focusMain()
    else field.current?.blur()
    if (path !== pathname + search) void navigate(path)
  }
  const open = (user: FoundUser_UserFragment) => {
    close('')
    goTo(profilePath(user))
  }
  const searchPosts = () => {
    close(text)
    goTo(searchPath({ text }))
  }
  const openFirst = async () => {
    enteredText.current = text
    const { href } = location
    const user = await findFirst()
    if (user === undefined || enteredText.current !== text || location.href !== href) return
    if (user) open(user)
    else searchPosts()
  }
  const users = found ?? []
  const [firstUser] = users
  const listed = failed || found || isSlow ? [...users.map(({ id }) => id), postsOption] : undefined
  const combobox = useCombobox({
    options: text === '' ? undefined : isTooLong ? [] : listed,
    // Before the response, Enter waits for it.
    firstActive: firstUser ? firstUser.id : found && postsOption,
    onEnter: (active) => {
      if (active === postsOption) return searchPosts()
      const user = isStale ? undefined : users.find(({ id }) => id === active)
      if (user) open(user)
      else if (isStale || failed) void openFirst()
    },
    onEscape: () => close(''),
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
          enterKeyHint="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setInUse(true)
            enteredText.current = null
            // Text from the shell may arrive when the field no longer has the focus: the list stays closed.
            if (event.target === document.activeElement) combobox.show()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') enteredText.current = null
            combobox.input.onKeyDown(event)
          }}
          onFocus={() => {
            setInUse(true)
            combobox.show()
          }}
          onBlur={() => {
            setInUse(false)
            combobox.hide()
          }}
        />
        {typed && (
          <button
            type="button"
            className={styles.clear}
            aria-label="Clear search"
            onClick={() => {
              close('')
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
      {combobox.open && (
        // Keeps the focus in the field: losing it would close the list before the click on an option.
        <div className={styles.menu} onPointerDown={(event) => event.preventDefault()}>
          {isNear && (
            <div className={styles.none} id={isTooLong ? combobox.list.id : undefined}>
              {note}
            </div>
          )}
          {!isTooLong && (
            <>
              {users.length === 0 && (
                <p role="status" className={styles.none}>
                  {failure ?? (found ? noOneCalled(text) : searching)}
                </p>
              )}
              <div {...combobox.list} aria-label="Search">
                {users.length > 0 && (
                  <ul role="group" aria-label="Users">
                    {users.map((user) => (
                      <li
                        key={user.id}
                        {...combobox.option(user.id)}
                        className={styles.option}
                        onClick={() => open(user)}
                      >
                        <Avatar src={user.avatarUrl} size="2.5rem" />
                        <MatchedUser user={user} text={text} />
                        <Icon of={ArrowRight} />
                      </li>
                    ))}
                  </ul>
                )}
                <ul role="presentation" className={styles.posts}>
                  <li {...combobox.option(postsOption)} className={styles.option} onClick={searchPosts}>
                    <span className={styles.glass}>
                      <Icon of={Search} />
                    </span>
                    <span className={styles.postsLabel}>
                      Search posts for <b>“{text}”</b>
                    </span>
                    <Icon of={CornerDownLeft} />
                  </li>
                </ul>
              </div>
              <p className={styles.hint} aria-hidden="true">
                <span>
                  <kbd>↑ ↓</kbd> to move
                </span>
                <span>
                  <kbd>Enter</kbd> {combobox.active === postsOption ? 'to search' : 'to open'}
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

/** Returns the text that the page searches for, empty on other pages. */
function useTextOfPage(): string {
  const { search } = useLocation()
  return useMatch(appPages.search.path) ? searchIn(new URLSearchParams(search)).text : ''
}

/**
 * Finds users whose first name contains the text, or whose username starts with what follows an `@`. While a response is
 * pending, returns the previously found users, or undefined if there were none, so that the empty state does not show too
 * early.
 */
function useUserSearch(text: string): UserSearchResult {
  // Always asks the backend: users may have signed up since the last search.
  const { data, previousData, error, loading, refetch } = useQuery(
    isUsernameSearch(text) ? SearchUsernamesDocument : SearchUsersDocument,
    { variables: { first: MAX_FOUND, text }, skip: text === '', fetchPolicy: 'network-only' },
  )
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
    findFirst: async () => {
      const response = (await refetch().catch(() => undefined))?.data?.users
      return response && (response.edges[0]?.node ?? null)
    },
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

interface MatchedUserProps {
  user: { firstName: string; lastName: string; username: string }
  text: string
}

/** The names of a user with the matching part marked. */
function MatchedUser({ user, text }: MatchedUserProps) {
  const { firstName, lastName, username } = user
  if (isUsernameSearch(text))
    return <UserLabel name={fullName(user)} username={withMatch(username, foldText(text).slice(1))} />
  const match = withMatch(firstName, text)
  const name =
    match === firstName ? (
      fullName(user)
    ) : (
      <>
        {match} {lastName}
      </>
    )
  return <UserLabel name={name} username={username} />
}

function withMatch(name: string, text: string): ReactNode {
  const match = findFolded(name, text)
  return markedText(name, match ? [match] : [])
}
