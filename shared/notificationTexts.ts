/** What a notification says and where it leads, in the app and on a device that shows it. */

type Kind = 'LIKE' | 'REPLY' | 'MENTION' | 'FOLLOW'

/** Returns what somebody has done, as the end of a sentence. */
export function deedOf(kind: Kind, post: { isReply: boolean } | null): string {
  const deeds: Readonly<Record<Kind, string>> = {
    LIKE: `liked your ${post?.isReply ? 'reply' : 'post'}`,
    REPLY: 'replied to your post',
    MENTION: 'mentioned you',
    FOLLOW: 'followed you',
  }
  return deeds[kind]
}

/** Returns the users beside the one who is named, such as `3 others`. */
export function othersText(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'other' : 'others'}`
}

interface Told {
  post: { id: string } | null
  actorCount: number
  /** The actor who is named. */
  actor: { id: string } | undefined
  /** The recipient. */
  userId: string
}

/** Returns the path of the page that a notification leads to. */
export function notificationPath({ post, actorCount, actor, userId }: Told): string {
  if (post) return `/post/${post.id}`
  return actorCount === 1 && actor ? `/userprofile/${actor.id}` : `/userprofile/${userId}/followers`
}

/** The parameter in the address of a page that names the notification that led to it. */
export const openedNotification = 'notification'

/** The message by which a server tells a device of a notification: `worker/push.ts` shows it. */
export interface PushMessage {
  title: string
  body: string
  /** The address of the page that it leads to, without the origin. */
  path: string
  /** It replaces the message with the same tag. */
  tag: string
}
