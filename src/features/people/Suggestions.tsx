import { useEffect, useId, useRef, useState, useTransition, type FocusEvent } from 'react'
import { Link } from 'react-router-dom'
import { reportError } from '../../lib/reportError.ts'
import { notLoaded } from '../../backend/refusals.ts'
import { ListPage } from '../../pagedList/LongList.tsx'
import { useListState, usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useReconnection } from '../../lib/reconnections.ts'
import { useKeptFocus } from '../../ui/pageFocus.ts'
import { Surface } from '../../ui/Surface.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { FollowButton } from './FollowButton.tsx'
import { fullName, profilePath } from './userLinks.ts'
import { SuggestionsDocument, type Suggestion_UserFragment } from './Suggestions.generated.ts'
import styles from './Suggestions.module.css'

/** A list beside the page on a desktop, or a row of cards within the page on smaller screens. */
export type SuggestionsLayout = 'panel' | 'shelf'

/** The heading, as worded in spec §2. */
export const suggestionsHeading = 'People you Might know'

/** Users to follow, ten at first (spec §2). Renders nothing if there are none. */
export function Suggestions({ layout }: { layout: SuggestionsLayout }) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'suggestions',
    document: SuggestionsDocument,
    variables: {},
    connectionOf: ({ suggestions }) => suggestions,
  })
  const [busy, startTransition] = useTransition()
  const [failure, setFailure] = useState<string>()
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  /** The position of the first user of the page that loads. */
  const firstNew = useRef<number>(undefined)
  const { pages, count, endCursor } = useListState(paging)
  const hasMore = Boolean(endCursor)

  useEffect(() => {
    const added = firstNew.current
    if (added === undefined || count <= added) return
    firstNew.current = undefined
    // The button, which had the focus, is not rendered after the last page.
    if (!hasMore && document.activeElement === document.body) list.current?.children[added]?.querySelector('a')?.focus()
  }, [count, hasMore])

  const showMore = () => {
    // Empties the alert, so that a second failure is announced, too.
    setFailure(undefined)
    firstNew.current = count
    startTransition(async () => {
      try {
        await paging.list.loadNext()
      } catch (error) {
        firstNew.current = undefined
        reportError(error)
        setFailure(notLoaded('More people', error))
      }
    })
  }
  useReconnection(() => {
    if (failure !== undefined) showMore()
  })

  if (isEmpty) return null
  const users = pages.map((page) => (
    <ListPage key={page.id} page={page} pages={pages} paging={paging}>
      {(user) => <Suggestion user={user} layout={layout} />}
    </ListPage>
  ))
  const more = hasMore && (
    <>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <Button size="sm" variant="quiet" busy={busy} onClick={showMore}>
        {failure === undefined ? 'Show more' : 'Try again'}
      </Button>
    </>
  )

  return layout === 'panel' ? (
    <Surface as="section" className={styles.panel}>
      <h2 className={styles.heading}>{suggestionsHeading}</h2>
      <ul ref={list} className={styles.panelList}>
        {users}
      </ul>
      {more && <div className={styles.more}>{more}</div>}
    </Surface>
  ) : (
    <aside className={styles.shelf} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {suggestionsHeading}
      </h2>
      <ul ref={list} className={styles.shelfList} onFocus={showCard}>
        {users}
        {more && <li className={styles.card}>{more}</li>}
      </ul>
    </aside>
  )
}

/** Scrolls a card with the keyboard focus fully into view. Chromium does not if 32 px of it show. */
function showCard({ target }: FocusEvent) {
  // A card that moved under a pointer would lose the click.
  if (target.matches(':focus-visible')) target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

interface SuggestionProps {
  user: Suggestion_UserFragment
  layout: SuggestionsLayout
}

function Suggestion({ user, layout }: SuggestionProps) {
  const isCard = layout === 'shelf'
  const followButton = useRef<HTMLButtonElement>(null)
  // The posts of the followed user move the shelf.
  useKeptFocus(followButton, `[data-suggestion=${JSON.stringify(user.id)}] button`)
  return (
    <li className={isCard ? styles.card : styles.person} data-suggestion={user.id}>
      <Link className={isCard ? styles.cardLink : styles.personLink} to={profilePath(user)}>
        <Avatar src={user.avatarUrl} size={isCard ? '3.5rem' : undefined} />
        <UserLabel name={fullName(user)} username={user.username} />
      </Link>
      <FollowButton ref={followButton} user={user} listed />
    </li>
  )
}
