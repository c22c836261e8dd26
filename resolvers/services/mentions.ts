import { hasNameFrom, MAX_MENTIONS } from '../../shared/mentions.ts'
import { mentionsIn } from '../../shared/tagsIn.ts'
import { foldText } from '../../shared/foldedText.ts'
import type { PostRow, UserSummary } from '../store/rows.ts'
import type { ReadContext } from './serviceContext.ts'
import { storableTexts } from './storableTexts.ts'

/**
 * Returns the users whom a text mentions by exactly their usernames, with the places of the names: at most
 * `MAX_MENTIONS`, the first ones. A name that nobody has is plain text. A name that the text had before an edit stays that of
 * the same user, also if another account has it now.
 */
export async function resolveMentions(
  { tx, visible }: ReadContext,
  text: string,
  former: Pick<PostRow, 'content' | 'mentions'> = { content: '', mentions: [] },
): Promise<PostRow['mentions']> {
  const places = mentionsIn(text).slice(0, MAX_MENTIONS)
  if (places.length === 0) return []
  const formerIds = new Map(
    mentionsIn(former.content).flatMap(({ username, start }) => {
      const mention = former.mentions.find((stored) => stored.start === start)
      return mention ? [[username, mention.userId] as const] : []
    }),
  )
  const names = [...new Set(places.map(({ username }) => username))].filter((name) => !formerIds.has(name))
  const pages = await tx.users.pages(
    'byUsername',
    names.map((of) => ({ of, limit: 1 })),
  )
  const formerUsers = (await tx.users.getSummaries([...formerIds.values()])).flatMap((user) => user ?? [])
  const users = await visible.users([...pages.flat().map(({ row }) => row), ...formerUsers])
  const idOf = new Map(users.map(({ username, id }) => [username, id]))
  return places.flatMap(({ username, start, end }) => {
    const userId = idOf.get(username)
    return userId === undefined ? [] : [{ start, end, userId }]
  })
}

/** The most suggestions. */
export const MAX_SUGGESTIONS = 8

/** How many of the users whom the viewer follows are looked through, the latest first. */
const FOLLOWED = 500

/**
 * Returns users to mention: those whose username, or a word of whose name, starts with a text, first those whom the viewer
 * follows. Never the viewer. Throws `BAD_INPUT` for a text that no name is as long as.
 */
export async function mentionSuggestions(
  { tx, visible }: ReadContext,
  viewerId: string,
  prefix: string,
): Promise<UserSummary[]> {
  const { username: sought } = storableTexts({ username: prefix })
  if (foldText(sought) === '') return []
  const follows = await tx.follows.page('byFollower', { of: viewerId, limit: FOLLOWED })
  const followed = (await tx.users.getSummaries(follows.map(({ row }) => row.followeeId))).flatMap((user) => user ?? [])
  const known = await visible.users(followed.filter((user) => hasNameFrom(user, sought)))
  const found = new Map<string, UserSummary>(known.map((user) => [user.id, user]))
  if (found.size < MAX_SUGGESTIONS) {
    const others = await tx.search.users(sought, { limit: 2 * MAX_SUGGESTIONS + 1 })
    for (const user of await visible.users(others.map(({ row }) => row)))
      if (!found.has(user.id)) found.set(user.id, user)
  }
  found.delete(viewerId)
  return [...found.values()].slice(0, MAX_SUGGESTIONS)
}
