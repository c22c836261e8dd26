/** What the backends of both peers share: tokens, dates, and the rules of spec §4 on plain records. */

import { jwtVerify, SignJWT } from 'jose'
import type { BriefUser, PostRecord, UserRecord } from './calls.ts'

const key = new TextEncoder().encode('a key of 32 bytes for the peers..')

/** Returns a token, as Weft makes them. */
export async function tokenFor(userId: string, username: string): Promise<string> {
  return new SignJWT({ _id: userId, username }).setProtectedHeader({ alg: 'HS256' }).sign(key)
}

/** Returns the username in a token. Throws if it is invalid. */
export async function usernameIn(token: string | null | undefined): Promise<string> {
  const { payload } = await jwtVerify(token ?? '', key)
  return String(payload['username'])
}

/** A refusal, with the status and message of spec §8. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function found<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Refusal(404, 'Not Found error.')
  return value
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export function brief({ _id, id, username, firstName, lastName, avatar }: UserRecord): BriefUser {
  return { _id, id, username, firstName, lastName, avatar }
}

const without = (users: readonly BriefUser[], { _id }: BriefUser) => users.filter((user) => user._id !== _id)
const includes = (users: readonly BriefUser[], { _id }: BriefUser) => users.some((user) => user._id === _id)

export function newPost(username: string, content: string): PostRecord {
  return {
    _id: crypto.randomUUID(),
    content,
    post_img: '',
    media_type: '',
    likes: { likeCount: 0, likedBy: [], dislikedBy: [] },
    username,
    createdAt: today(),
    createdAt_format: new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Australia/Sydney' }),
    updatedAt: today(),
  }
}

export function liked({ likes }: PostRecord, user: UserRecord): PostRecord['likes'] {
  if (includes(likes.likedBy, user)) throw new Refusal(400, 'Cannot like a post that is already liked.')
  return {
    likeCount: likes.likeCount + 1,
    likedBy: [...likes.likedBy, brief(user)],
    dislikedBy: without(likes.dislikedBy, user),
  }
}

export function disliked({ likes }: PostRecord, user: UserRecord): PostRecord['likes'] {
  if (likes.likeCount === 0) throw new Refusal(400, 'Cannot decrement like less than 0.')
  if (includes(likes.dislikedBy, user)) throw new Refusal(400, 'Cannot dislike a post that is already disliked.')
  return {
    likeCount: likes.likeCount - 1,
    likedBy: without(likes.likedBy, user),
    dislikedBy: [...likes.dislikedBy, brief(user)],
  }
}

export function bookmarked({ bookmarks }: UserRecord, postId: string): string[] {
  if (bookmarks.includes(postId)) throw new Refusal(400, 'This Post is already bookmarked')
  return [...bookmarks, postId]
}

export function unbookmarked({ bookmarks }: UserRecord, postId: string): string[] {
  if (!bookmarks.includes(postId)) throw new Refusal(400, 'Post not bookmarked yet')
  return bookmarks.filter((id) => id !== postId)
}

/** Returns the lists of both users after one follows the other. */
export function followed(user: UserRecord, other: UserRecord): { following: BriefUser[]; followers: BriefUser[] } {
  if (includes(user.following, other)) throw new Refusal(400, 'User Already following')
  return { following: [...user.following, brief(other)], followers: [...other.followers, brief(user)] }
}

export function unfollowed(user: UserRecord, other: UserRecord): { following: BriefUser[]; followers: BriefUser[] } {
  if (!includes(user.following, other)) throw new Refusal(400, 'User already not following')
  return { following: without(user.following, other), followers: without(other.followers, user) }
}
