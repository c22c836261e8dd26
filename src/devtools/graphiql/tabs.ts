import changesSubscription from './starter/Changes.graphql?raw'
import homeQuery from './starter/Home.graphql?raw'
import likeMutations from './starter/Likes.graphql?raw'
import postsQuery from './starter/Posts.graphql?raw'
import profileQuery from './starter/Profile.graphql?raw'
import threadQuery from './starter/Thread.graphql?raw'

interface Tab {
  query: string
  variables?: string
}

/**
 * Returns the starter tabs, whose variables name a post and its author. Each shows one feature. GraphiQL opens stored
 * drafts instead if there are any.
 */
export function starterTabs(signedIn: boolean, sample?: { id: string; author: { id: string } }): Tab[] {
  const profile = { query: profileQuery, variables: JSON.stringify({ userId: sample?.author.id ?? '' }, null, 2) }
  const post = JSON.stringify({ postId: sample?.id ?? '' }, null, 2)
  const both = [{ query: changesSubscription }, { query: threadQuery, variables: post }]
  return signedIn
    ? [{ query: homeQuery }, profile, { query: likeMutations, variables: post }, ...both]
    : [{ query: postsQuery }, profile, ...both]
}
