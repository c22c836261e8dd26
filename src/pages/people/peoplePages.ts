/** The pages with lists of users, as one chunk. */
export { FollowersPage, FollowingPage, startFollowersQuery, startFollowingQuery } from './FollowPages.tsx'
export { LikesPage, startLikesQuery } from './LikesPage.tsx'
