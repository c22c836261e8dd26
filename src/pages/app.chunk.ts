/** The pages inside `AppLayout`, as one chunk: they share most of their code. */
export { default as AppLayout } from '../layout/AppLayout.tsx'
export { default as BookmarksPage, startQuery as startBookmarksQuery } from './bookmarks/BookmarksPage.tsx'
export { default as ExplorePage, startQuery as startExploreQuery } from './explore/ExplorePage.tsx'
export { default as HomePage, startQuery as startHomeQuery } from './home/HomePage.tsx'

/** Loads the settings. Here and not in the routes, so that visitors do not download the list of their files. */
export const loadSettingsPage = () => import('./settings/SettingsPage.tsx')
