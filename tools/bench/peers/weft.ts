import { addBookmark, removeBookmark } from '../../../resolvers/services/bookmarks.ts'
import { followUser, unfollowUser } from '../../../resolvers/services/follows.ts'
import { dislikePost } from '../../../resolvers/services/reactions.ts'
import type { OpenedBackend } from '../opened.ts'
import { feedPage, likedPost, postById } from '../services.ts'
import type { Subjects } from './calls.ts'

type Tasks = Record<string, (subjects: Subjects) => Promise<unknown>>

/** What the app does for each of the calls: lists are pages of 20. */
export function graphqlTasks({ execute }: OpenedBackend): Tasks {
  return {
    'All posts': () => execute('feedPage', { orderBy: 'LATEST' }),
    'One post': ({ postId }) => execute('post', { id: postId }),
    'Posts of a user': ({ userId }) => execute('postsOfUser', { id: userId }),
    'All users': () => execute('users', {}),
    'One user': ({ userId }) => execute('user', { id: userId }),
    Bookmarks: () => execute('bookmarks', {}),
    async 'Like, dislike'({ postId }) {
      await execute('like', { input: { postId } })
      await execute('dislike', { input: { postId } })
    },
    async 'Bookmark, remove'({ postId }) {
      await execute('addBookmark', { input: { postId } })
      await execute('removeBookmark', { input: { postId } })
    },
    async 'Follow, unfollow'({ otherId: userId }) {
      await execute('follow', { input: { userId } })
      await execute('unfollow', { input: { userId } })
    },
    async 'Create, delete'() {
      const created: { createPost: { postEdge: { node: { id: string } } } } = JSON.parse(
        JSON.stringify(await execute('createPost', { input: { content: 'A new post' } })),
      )
      await execute('deletePost', { input: { postId: created.createPost.postEdge.node.id } })
    },
    'Edit the profile': () => execute('editProfile', { input: { bio: 'Weaver' } }),
  }
}

/** The same without GraphQL, for some of the calls. */
export function serviceTasks({ context }: OpenedBackend): Tasks {
  return {
    'All posts': () => feedPage(context(), 'LATEST'),
    'One post': ({ postId }) => postById(context(), postId),
    async 'Like, dislike'({ postId }) {
      await likedPost(context(), postId)
      await dislikePost(context(), postId)
    },
    async 'Bookmark, remove'({ postId }) {
      await addBookmark(context(), postId)
      await removeBookmark(context(), postId)
    },
    async 'Follow, unfollow'({ otherId }) {
      await followUser(context(), otherId)
      await unfollowUser(context(), otherId)
    },
  }
}
