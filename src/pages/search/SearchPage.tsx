import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
import { matchedNameRanges, matchedRanges, wordsOf } from '../../../shared/searchWords.ts'
import { textLimits } from '../../../shared/textLimits.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { PeopleList, PeopleListSkeleton } from '../../features/people/PeopleList.tsx'
import peopleStyles from '../../features/people/PeopleList.module.css'
import { isUsernameSearch, searchIn, searchPath, type Search } from '../../features/people/searches.ts'
import { noOneCalled } from '../../features/people/UserSearch.tsx'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import type { SearchScope } from '../../generated/types.ts'
import { BackButton } from '../../layout/page/BackButton.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { currentSession, useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindMarksContext } from '../../ui/markedText.tsx'
import { useFocusMainOnRemoval } from '../../ui/pageFocus.ts'
import { Surface } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ScopeChips } from './ScopeChips.tsx'
import { SearchPeopleDocument, SearchPostsDocument } from './SearchPage.generated.ts'
import styles from './SearchPage.module.css'

const emptyArt = '/art/empty-thread.svg'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = async (_params, sentAt, params = new URLSearchParams()) => {
  const { text, tab, scope } = searchOf(params, currentSession().session !== null)
  if (!isSearched(text)) return
  await (tab === 'people'
    ? preloadQuery(SearchPeopleDocument, { text }, sentAt)
    : preloadQuery(SearchPostsDocument, { text, scope }, sentAt))
}

/** Returns the search with these parameters. A visitor searches all posts: the other scopes are those of a viewer. */
function searchOf(params: URLSearchParams, isSignedIn: boolean): Search {
  const search = searchIn(params)
  return isSignedIn ? search : { ...search, scope: 'ALL' }
}

function isSearched(text: string): boolean {
  return text !== '' && text.length <= textLimits.text
}

/** The posts with the words of a text, and the people with such names. */
export default function SearchPage() {
  const isSignedIn = useSession() !== null
  const search = searchOf(useSearchParams()[0], isSignedIn)
  const { text, tab, scope } = search
  if (!isSearched(text)) return <NoSearch text={text} />
  const title = `Results for “${text}”`
  return (
    <>
      <PageHead
        title={title}
        heading={
          <>
            <span className="visually-hidden">Results for</span> “{text}”
          </>
        }
        start={<BackButton fallback="/" />}
      />
      <Surface as="section" className={tab === 'people' ? peopleStyles.sheet : styles.sheet} aria-label={title}>
        <Tabs
          label="Results"
          tabs={[
            { label: 'Posts', to: searchPath({ text, scope }), isCurrent: tab === 'posts' },
            { label: 'People', to: searchPath({ text, scope, tab: 'people' }), isCurrent: tab === 'people' },
          ]}
        />
        {tab === 'people' ? (
          <PageBoundary key={text} scope="people" bare>
            <PageSuspense fallback={<PeopleListSkeleton />}>
              <People text={text} />
            </PageSuspense>
          </PageBoundary>
        ) : (
          <>
            {isSignedIn && <ScopeChips text={text} scope={scope} />}
            <PageBoundary key={`${scope} ${text}`} scope="posts" bare>
              <PageSuspense fallback={<PostListSkeleton bare />}>
                <Posts text={text} scope={scope} />
              </PageSuspense>
            </PageBoundary>
          </>
        )}
      </Surface>
    </>
  )
}

function NoSearch({ text }: { text: string }) {
  return (
    <>
      <PageHead title={appPages.search.title} start={<BackButton fallback="/" />} />
      {text === '' ? (
        <EmptyState art={emptyArt} title="What are you looking for?">
          Write it into the field at the top, and press Enter. Start with @ to find a username.
        </EmptyState>
      ) : (
        <EmptyState art="/art/error-thread.svg" title="This text is too long">
          A search has at most {textLimits.text} characters. Shorten the text in the field at the top.
        </EmptyState>
      )}
    </>
  )
}

function Posts({ text, scope }: { text: string; scope: SearchScope }) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'searchPosts',
    document: SearchPostsDocument,
    variables: { text, scope },
    connectionOf: ({ searchPosts }) => searchPosts,
  })
  const findMarks = useCallback((content: string) => matchedRanges(content, text), [text])

  if (isEmpty) return <NoPosts text={text} scope={scope} />
  return (
    <FindMarksContext value={findMarks}>
      <PostList
        paging={paging}
        bare
        opensAtStart
        slot={{ before: 4, content: <SuggestionsSlot layout="shelf" inFeed /> }}
      />
    </FindMarksContext>
  )
}

const searched: Record<SearchScope, string> = {
  ALL: 'None of the posts',
  FOLLOWING: 'None of the posts of people you follow',
  MINE: 'None of your posts',
  BOOKMARKED: 'None of your bookmarks',
}

function NoPosts({ text, scope }: { text: string; scope: SearchScope }) {
  const isNarrowed = scope !== 'ALL'
  const words = wordsOf(text)
  return (
    <EmptyState
      bare
      art={emptyArt}
      title={`No posts with “${text}”`}
      action={isNarrowed && words.length > 0 && <SearchAllPosts text={text} />}
    >
      {words.length === 0
        ? 'A search needs a letter or a digit.'
        : `${searched[scope]} has ${words.length === 1 ? 'this word' : 'all of these words'}.`}
      {isNarrowed && words.length > 0 && ' There may be some elsewhere.'}
    </EmptyState>
  )
}

function SearchAllPosts({ text }: { text: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  useFocusMainOnRemoval(link)
  return (
    <ButtonLink ref={link} to={searchPath({ text })} replace>
      Search all posts
    </ButtonLink>
  )
}

function People({ text }: { text: string }) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'searchUsers',
    document: SearchPeopleDocument,
    variables: { text },
    connectionOf: ({ searchUsers }) => searchUsers,
  })
  const findMarks = useCallback(
    (name: string) => (isUsernameSearch(text) && !name.startsWith('@') ? [] : matchedNameRanges(name, text)),
    [text],
  )

  if (isEmpty)
    return (
      <EmptyState bare art={emptyArt} title={noOneCalled(text)}>
        A search compares the start of first names, last names and usernames.
      </EmptyState>
    )
  return (
    <FindMarksContext value={findMarks}>
      <PeopleList paging={paging} />
    </FindMarksContext>
  )
}
