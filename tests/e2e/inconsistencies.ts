import type { Rows } from './databases.ts'

/** Describes inconsistencies between rows. Does not compare like counts, because seeded likes have no rows. */
export function inconsistenciesIn({ users, posts, reactions, bookmarks, follows, files }: Rows): string[] {
  const inconsistencies: string[] = []
  const expectTrue = (isConsistent: boolean, problem: string) => {
    if (!isConsistent) inconsistencies.push(problem)
  }
  const isUser = (id: string) => users.some((user) => user.id === id)
  const isPost = (id: string) => posts.some((post) => post.id === id)

  for (const { id, username, ...user } of users) {
    const counted = {
      postCount: posts.filter(({ authorId }) => authorId === id).length,
      followerCount: follows.filter(({ followeeId }) => followeeId === id).length,
      followingCount: follows.filter(({ followerId }) => followerId === id).length,
    }
    const { postCount, followerCount, followingCount } = user
    const kept = { postCount, followerCount, followingCount }
    expectTrue(JSON.stringify(kept) === JSON.stringify(counted), `${username}: ${JSON.stringify({ kept, counted })}`)
  }
  for (const { id, authorId, likeCount, mediaUrl } of posts) {
    expectTrue(isUser(authorId), `post ${id} has no author`)
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
  for (const { id, usedBy } of files) {
    for (const user of usedBy) {
      const isShown = posts.some((post) => post.id === user && post.mediaUrl === `/media/${id}`)
      const isAvatar = users.some((owner) => owner.id === user && owner.avatarUrl === `/media/${id}`)
      expectTrue(isShown || isAvatar, `file ${id} is orphaned`)
    }
  }
  return inconsistencies
}
