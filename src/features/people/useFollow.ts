import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { removeFromLists } from '../../app/lists.ts'
import { messagesOf, refusalIn } from '../../app/refusals.ts'
import { updateSessionUser } from '../../app/session.ts'
import { sessionUserOf } from '../../app/sessionUser.ts'
import { useToggle, type Toggle } from '../../app/useToggle.ts'
import { toast } from '../../toasts/toast.ts'
import { FollowUserDocument, UnfollowUserDocument } from './FollowButton.generated.ts'

/** Follows a member and takes it back. */
export function useFollow(user: { id: string; viewerIsFollowing: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`follow ${user.id}`, user.viewerIsFollowing, async (on) => {
    try {
      await (on ? follow(client, user.id) : unfollow(client, user.id))
      return true
    } catch (error) {
      tell(error, on)
      return false
    }
  })
}

async function follow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({ mutation: FollowUserDocument, variables: { input: { userId } } })
  if (data) updateSessionUser(sessionUserOf(data.followUser.viewer))
  await refreshFeed(client)
}

async function unfollow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({
    mutation: UnfollowUserDocument,
    variables: { input: { userId } },
    update: (cache) => {
      const author = cache.identify({ __typename: 'User', id: userId })
      removeFromLists(cache, ['feed'], (post, { readField }) => isReferenceTo(author, readField('author', post)))
    },
  })
  if (data) updateSessionUser(sessionUserOf(data.unfollowUser.viewer))
}

/** The posts of someone newly followed belong into the feed, and only the backend knows where. */
async function refreshFeed(client: ApolloClient): Promise<void> {
  let shown: unknown
  const refetched = client.refetchQueries({
    include: 'active',
    onQueryUpdated: (query) => {
      const showsFeed = query.queryName === 'HomePage'
      if (showsFeed) shown = query.variables['orderBy']
      return showsFeed
    },
  })
  client.cache.modify({
    fields: {
      feed: (list: unknown, { storeFieldName, DELETE }) => (storeFieldName.includes(`"${String(shown)}"`) ? list : DELETE),
    },
  })
  await refetched
}

function isReferenceTo(id: string | undefined, value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__ref' in value && value.__ref === id
}

/** Spec §8, "Client reactions". */
function tell(error: unknown, following: boolean): void {
  const status = refusalIn(error)?.status
  if (status === 400 || status === 404) {
    if (following) toast.warning(`That did not work: the server answered with status code ${status}.`)
    else for (const message of messagesOf(error)) toast.warning(message)
    return
  }
  console.error(error)
  for (const message of messagesOf(error)) toast.error(message)
}
