import { expect, type Page } from '@playwright/test'
import { at, listAt, recordOf } from '../values.ts'
import type { Row } from './databases.ts'

const query = `{
  posts(first: 100) {
    edges {
      node { id content likeCount media { url alt } viewerHasLiked viewerHasDisliked viewerHasBookmarked }
    }
  }
}`

/**
 * Returns what the server of a page has stored in this table, with the columns that tests compare: the posts, or the
 * reactions or bookmarks of the viewer. Requests it from the API of the server, because only one process can open a
 * database of PGlite. Returns null if the data of the page is in the browser.
 */
export async function rowsOnServer(page: Page, table: string): Promise<Row[] | null> {
  const token = await page.evaluate(() =>
    document.documentElement.dataset['host'] === 'server' ? (localStorage.getItem('data') ?? '') : null,
  )
  if (token === null) return null
  const response = await page.request.post('/graphql', { headers: { authorization: token }, data: { query } })
  const result: unknown = await response.json()
  expect(result).not.toHaveProperty('errors')
  const posts = listAt(result, 'data.posts.edges').map((edge) => recordOf(at(edge, 'node')))
  switch (table) {
    case 'posts':
      return posts.map((post) => ({
        ...post,
        mediaUrl: at(post, 'media.url') ?? '',
        mediaAlt: at(post, 'media.alt') ?? '',
      }))
    case 'reactions':
      return posts
        .filter((post) => post['viewerHasLiked'] || post['viewerHasDisliked'])
        .map((post) => ({ postId: post['id'], kind: post['viewerHasLiked'] ? 'like' : 'dislike' }))
    case 'bookmarks':
      return posts.filter((post) => post['viewerHasBookmarked']).map((post) => ({ postId: post['id'] }))
    default:
      throw new Error(`The rows of ${table} are not read from a server.`)
  }
}
