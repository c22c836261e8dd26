import { MAX_MENTIONS } from '../../shared/mentions.ts'
import { mentionsIn } from '../../shared/tagsIn.ts'
import type { PostRow } from '../store/rows.ts'
import type { ReadContext } from './serviceContext.ts'

/**
 * Returns the users whom a text mentions by exactly their usernames, with the places of the names: at most
 * `MAX_MENTIONS`, the first ones. A name that nobody has is plain text.
 */
export async function resolveMentions({ tx, visible }: ReadContext, text: string): Promise<PostRow['mentions']> {
  const places = mentionsIn(text).slice(0, MAX_MENTIONS)
  if (places.length === 0) return []
  const names = [...new Set(places.map(({ username }) => username))]
  const pages = await tx.users.pages(
    'byUsername',
    names.map((of) => ({ of, limit: 1 })),
  )
  const users = await visible.users(pages.flat().map(({ row }) => row))
  const idOf = new Map(users.map(({ username, id }) => [username, id]))
  return places.flatMap(({ username, start, end }) => {
    const userId = idOf.get(username)
    return userId === undefined ? [] : [{ start, end, userId }]
  })
}
