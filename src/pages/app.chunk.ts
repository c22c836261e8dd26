/** The pages inside `AppLayout`, as one chunk: they share most of their code. */
export { default as AppLayout } from '../layout/AppLayout.tsx'
export * as BookmarksPage from './bookmarks/BookmarksPage.tsx'
export * as ExplorePage from './explore/ExplorePage.tsx'
export * as HomePage from './home/HomePage.tsx'

/** Loads the settings. Here and not in the routes, so that visitors do not download the list of their files. */
export const loadSettingsPage = () => import('./settings/SettingsPage.tsx')
