import type { Page } from '@playwright/test'
import type { Rows as StoredRows } from '../../resolvers/store/rows.ts'
import type { TableName } from '../../resolvers/store/tables.ts'

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
            // Records of Weft have their row beside its keys.
            resolve(reading.result.map((record) => record.row ?? record))
          })
        })
      }),
    [database, store],
  )
}

/** The rows of all tables. */
export type TableRows = { [Table in TableName]: StoredRows[Table][] }

export type Rows = TableRows & { deletedPosts: TableRows['posts'] }

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
          const tables = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files', 'fileUses']
          const tx = opening.result.transaction(tables)
          const all = <Table extends TableName>(store: Table): IDBRequest<{ row: StoredRows[Table] }[]> =>
            tx.objectStore(store).getAll()
          const rowsOf = <Stored>(reading: IDBRequest<{ row: Stored }[]>) => reading.result.map(({ row }) => row)
          const [users, posts, reactions] = [all('users'), all('posts'), all('reactions')]
          const [bookmarks, follows, files, fileUses] = [
            all('bookmarks'),
            all('follows'),
            all('files'),
            all('fileUses'),
          ]
          tx.addEventListener('complete', () => {
            opening.result.close()
            resolve({
              users: rowsOf(users),
              posts: rowsOf(posts).filter(({ state }) => state !== 'deleted'),
              reactions: rowsOf(reactions),
              bookmarks: rowsOf(bookmarks),
              follows: rowsOf(follows),
              files: rowsOf(files),
              fileUses: rowsOf(fileUses),
              deletedPosts: rowsOf(posts).filter(({ state }) => state === 'deleted'),
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
          writing.objectStore(into).put({ row, keys: {} })
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
    { into: store, row: record },
  )
}

interface NewDatabase {
  version: number
  store: string
  keyPath: string[]
  record: Row
}

/** Creates a database of a version with one object store and one record. */
export function createDatabase(page: Page, database: NewDatabase): Promise<void> {
  return page.evaluate(
    ({ version, store, keyPath, record }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('weft', version)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore(store, { keyPath }).put(record)
        })
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      }),
    database,
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
