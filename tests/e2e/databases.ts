import type { Page } from '@playwright/test'
import type { DeletedPostRow, Rows as StoredRows, TableName } from '../../resolvers/store/rows.ts'

/** Reads and changes a page's databases without the app. The functions that run in the page cannot use imports. */

export type Row = Record<string, unknown>

/** Opens an empty page of this origin that does not open the database. */
export async function openElsewhere(page: Page): Promise<void> {
  await page.route('**/elsewhere', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto('/elsewhere')
}

/** Returns the names of all databases. */
export function databases(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name).toSorted())
}

/** Returns all rows of an object store. */
export function rowsIn(page: Page, database: string, store: string): Promise<Row[]> {
  return page.evaluate(
    ([name = '', from = '']) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(from).objectStore(from).getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result)
          })
        })
      }),
    [database, store],
  )
}

/** The rows of all tables. */
export type TableRows = { [Table in TableName]: StoredRows[Table][] }

export type Rows = TableRows & { deletedPosts: DeletedPostRow[] }

/** Returns the rows as they are after an import, which ends all sessions: without the `tokenVersion` of its users. */
export function withoutSessions(rows: TableRows): TableRows {
  return { ...rows, users: rows.users.map((user) => ({ ...user, tokenVersion: 0 })) }
}

/** Reads all rows, and the deleted posts, in one transaction. */
export function allRows(page: Page): Promise<Rows> {
  return page.evaluate(
    () =>
      new Promise<Rows>((resolve, reject) => {
        const opening = indexedDB.open('weft')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const tables = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files', 'fileUses', 'deletedPosts']
          const tx = opening.result.transaction(tables)
          const all = (store: string) => tx.objectStore(store).getAll()
          const [users, posts, reactions] = [all('users'), all('posts'), all('reactions')]
          const [bookmarks, follows, files, fileUses] = [
            all('bookmarks'),
            all('follows'),
            all('files'),
            all('fileUses'),
          ]
          const deletedPosts = all('deletedPosts')
          tx.addEventListener('complete', () => {
            opening.result.close()
            resolve({
              users: users.result.map(({ row }) => row),
              posts: posts.result,
              reactions: reactions.result,
              bookmarks: bookmarks.result,
              follows: follows.result,
              files: files.result,
              fileUses: fileUses.result,
              deletedPosts: deletedPosts.result,
            })
          })
        })
      }),
  )
}

/** Stores a record without checking its shape. */
export function putRaw(page: Page, store: string, record: Row): Promise<void> {
  return page.evaluate(
    ({ into, row }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('weft')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction(into, 'readwrite')
          writing.objectStore(into).put(row)
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
    { into: store, row: record },
  )
}

/** Raises the version of the database, as a newer build of Weft does. */
export function raiseVersion(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('weft', 100)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      }),
  )
}

export function deleteDatabase(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('weft')
        deleting.addEventListener('error', () => reject(deleting.error))
        deleting.addEventListener('success', () => resolve())
      }),
  )
}
