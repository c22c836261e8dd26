import { appPages } from '../../../shared/appPages.ts'
import { foldText } from '../../../shared/foldedText.ts'
import type { SearchScope } from '../../generated/types.ts'

/** What the page of a search shows, all of which is in its address. */
export interface Search {
  text: string
  tab: 'posts' | 'people'
  /** Which posts are searched. */
  scope: SearchScope
}

export const searchScopes = ['ALL', 'FOLLOWING', 'MINE', 'BOOKMARKED'] as const

/** The names of the scopes in an address. */
const scopeNames: Record<SearchScope, string | null> = {
  ALL: null,
  FOLLOWING: 'following',
  MINE: 'mine',
  BOOKMARKED: 'bookmarks',
}

/** Returns the address of a search: of all posts, unless it says otherwise. */
export function searchPath({ text, tab = 'posts', scope = 'ALL' }: Pick<Search, 'text'> & Partial<Search>): string {
  const params = new URLSearchParams({ q: text })
  if (tab === 'people') params.set('tab', tab)
  const name = scopeNames[scope]
  if (name !== null) params.set('in', name)
  return `${appPages.search.path}?${params.toString()}`
}

/** Returns the search with these parameters. An address without a text has an empty one. */
export function searchIn(params: URLSearchParams): Search {
  return {
    text: (params.get('q') ?? '').trim(),
    tab: params.get('tab') === 'people' ? 'people' : 'posts',
    scope: searchScopes.find((scope) => scopeNames[scope] === params.get('in')) ?? 'ALL',
  }
}

/** Returns whether a text is compared with usernames only. */
export function isUsernameSearch(text: string): boolean {
  return foldText(text).startsWith('@')
}
