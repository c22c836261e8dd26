/** A feed page reads each author, but not what may be long in their rows. */

import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { openBackend } from '../backend.ts'
import { interceptStore } from '../interceptStore.ts'
import { openEmptyPostgresStore } from '../store/postgresStore.ts'
import { adapters } from '../store/adapters.ts'
import { at } from '../values.ts'

const feed = (author: string) =>
  `{ feed(first: 20) { edges { node { content likedBy(first: 5) { edges { node { username } } } author { ${author} } } } } }`

test('a feed page from Postgres reads no bio and no further fields of the authors', async () => {
  const backend = await openBackend(openEmptyPostgresStore)
  const mira = await backend.signUpUser('mira', { notes: 'x'.repeat(4000) })
  const noor = await backend.signUpUser('noor')
  await backend.gql('mutation { editProfile(input: { bio: "Weaver" }) { viewer { id } } }', {}, mira.token)
  const postId = await backend.post(mira)
  await backend.rest('POST', `/posts/like/${postId}`, { token: mira.token })
  await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })

  /** The response, and what all its queries return. */
  const measure = async (author: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const response = await backend.gql(feed(author), {}, noor.token)
    const results: unknown[] = await Promise.all(query.mock.results.map(({ value }) => value))
    query.mockRestore()
    expect(at(response, 'errors')).toBeUndefined()
    return { response, rows: JSON.stringify(results.map((result) => at(result, 'rows'))) }
  }
  const brief = await measure('username firstName avatarUrl postCount')
  expect(brief.rows).toContain('mira')
  expect(brief.rows.length).toBeLessThan(4000)
  expect(brief.rows).not.toContain('Weaver')
  const withBio = await measure('username bio')
  expect(at(withBio.response, 'data.feed.edges.0.node.author')).toEqual({ username: 'mira', bio: 'Weaver' })
  expect(withBio.rows.length).toBeLessThan(4000)
  expect(withBio.rows.split('Weaver')).toHaveLength(2)
})

describe.each(adapters)('bios over the $name store', ({ open }) => {
  test('of all authors of a page are read by one call, and by none where the whole row is there', async () => {
    const calls: string[] = []
    const backend = await openBackend(open, { wrap: (store) => interceptStore(store, (call) => calls.push(call)) })
    const users = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
    for (const user of users) await backend.post(user)
    const bioCalls = async (document: string) => {
      calls.length = 0
      expect(at(await backend.gql(document, {}, users[0]?.token), 'errors')).toBeUndefined()
      return calls.filter((call) => call === 'users.getBios').length
    }
    expect(await bioCalls('{ posts { edges { node { author { username } } } } }')).toBe(0)
    expect(await bioCalls('{ posts { edges { node { author { bio } } } } }')).toBe(1)
    expect(await bioCalls('{ viewer { bio } users { edges { node { bio } } } }')).toBe(0)
    expect(await bioCalls('mutation { editProfile(input: { bio: "New" }) { viewer { bio } } }')).toBe(0)
  })
})
