import { reportError } from '../../lib/reportError.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { addNewPost } from './newPosts.ts'
import type {
  BookmarkChange_ChangeFragment,
  PostChange_ChangeFragment,
  PostCreation_ChangeFragment,
  PostDeletion_ChangeFragment,
  PostRestoration_ChangeFragment,
  ReplyCreation_ChangeFragment,
} from './PostChanges.generated.ts'
import {
  addBookmark,
  addNewReply,
  markOrdersStale,
  markPostRestored,
  removeBookmark,
  refetchPostLists,
  removePost,
} from './postLists.ts'

/** What events of posts do to lists. Apollo has merged their records. */

export function onPostCreation(scope: SessionScope, { postEdge }: PostCreation_ChangeFragment): void {
  const { id, author } = postEdge.node
  addNewPost(scope, { id, authorId: author.id, inFeed: author.isViewer || author.viewerIsFollowing })
  markOrdersStale(scope)
}

export function onReplyCreation(scope: SessionScope, { replyEdge }: ReplyCreation_ChangeFragment): void {
  const { node } = replyEdge
  if (node.__typename !== 'Post' || !node.parent) return
  addNewReply(scope, { id: node.id, authorId: node.author.id, inFeed: false, parentId: node.parent.id })
}

/** Another text or number of likes can change which posts a list has, and their order. */
export function onPostChange(scope: SessionScope, { post }: PostChange_ChangeFragment): void {
  markOrdersStale(scope)
  listsOf(scope)
    .refetch(({ name, ofId }) => name === 'likedBy' && ofId === post.id)
    .catch(reportError)
}

export function onPostDeletion(scope: SessionScope, { deletedPostId }: PostDeletion_ChangeFragment): void {
  removePost(scope, deletedPostId)
}

export function onPostRestoration(scope: SessionScope, { postEdge }: PostRestoration_ChangeFragment): void {
  markPostRestored(scope, postEdge.node.id)
  refetchPostLists(scope).catch(reportError)
}

export function onBookmarkChange(scope: SessionScope, { bookmarkEdge }: BookmarkChange_ChangeFragment): void {
  if (bookmarkEdge) addBookmark(scope, bookmarkEdge)
  else removeBookmark(scope)
}
