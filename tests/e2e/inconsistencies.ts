import type { Rows, TableRows } from './databases.ts'

/** Describes inconsistencies between rows. Does not compare like counts, because seeded likes have no rows. */
export function inconsistenciesIn(rows: TableRows & Partial<Rows>): string[] {
  const { users, posts, reactions, bookmarks, follows, files, fileUses, deletedPosts = [] } = rows
  const inconsistencies: string[] = []
  const expectTrue = (isConsistent: boolean, problem: string) => {
    if (!isConsistent) inconsistencies.push(problem)
  }
  const isUser = (id: string) => users.some((user) => user.id === id)
  // A deleted post can be restored with its reactions, bookmarks and picture.
  const isPost = (id: string) => [...posts, ...deletedPosts].some((post) => post.id === id)

  for (const { id, username, ...user } of users) {
    const counted = {
      postCount: posts.filter(({ authorId, parentId }) => authorId === id && parentId === null).length,
      followerCount: follows.filter(({ followeeId }) => followeeId === id).length,
      followingCount: follows.filter(({ followerId }) => followerId === id).length,
    }
    const { postCount, followerCount, followingCount } = user
    const kept = { postCount, followerCount, followingCount }
    expectTrue(JSON.stringify(kept) === JSON.stringify(counted), `${username}: ${JSON.stringify({ kept, counted })}`)
  }
  const replyCounts = new Map<string, number>()
  for (const { parentId, state } of posts)
    if (parentId !== null && state !== 'deleted' && state !== 'gone')
      replyCounts.set(parentId, (replyCounts.get(parentId) ?? 0) + 1)
  for (const { id, authorId, parentId, state, replyCount, likeCount, mediaUrl } of posts) {
    // What is left of a post with replies has no author.
    expectTrue(state === 'gone' || isUser(authorId), `post ${id} has no author`)
    expectTrue(parentId === null || isPost(parentId), `the parent of ${id} does not exist`)
    expectTrue(replyCount === (replyCounts.get(id) ?? 0), `post ${id} has ${replyCount} as the number of its replies`)
    expectTrue(likeCount >= 0, `post ${id} has ${likeCount} likes`)
    const isThere = !mediaUrl.startsWith('/media/') || files.some((file) => `/media/${file.id}` === mediaUrl)
    expectTrue(isThere, `post ${id} shows ${mediaUrl}, which does not exist`)
  }
  for (const { id, postId, userId } of reactions)
    expectTrue(isPost(postId) && isUser(userId), `reaction ${id} is orphaned`)
  for (const { id, postId, userId } of bookmarks)
    expectTrue(isPost(postId) && isUser(userId), `bookmark ${id} is orphaned`)
  for (const { id, followerId, followeeId } of follows) {
    expectTrue(
      isUser(followerId) && isUser(followeeId) && followerId !== followeeId,
      `follow ${id} is orphaned or of oneself`,
    )
  }
  for (const { fileId, usedBy } of fileUses) {
    const isShown = [...posts, ...deletedPosts].some(
      (post) => post.id === usedBy && post.mediaUrl === `/media/${fileId}`,
    )
    const isAvatar = users.some((owner) => owner.id === usedBy && owner.avatarUrl === `/media/${fileId}`)
    const isThere = files.some((file) => file.id === fileId)
    expectTrue(isThere && (isShown || isAvatar), `the use of file ${fileId} by ${usedBy} is orphaned`)
  }
  return inconsistencies
}
