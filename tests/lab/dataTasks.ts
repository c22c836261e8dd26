import { onTestFinished } from 'vitest'
import { runDataTask, type DataResult, type DataTask, type Progress } from '../../resolvers/browser/index.ts'
import { NEW_EVENTS } from '../../resolvers/events/events.ts'
import type { TableName } from '../../resolvers/store/tables.ts'
import type { TableRows } from '../e2e/databases.ts'
import { inconsistenciesIn } from '../e2e/inconsistencies.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

export const now = Date.parse('2026-05-04T09:30:00Z')

export interface TaskRun {
  result: DataResult
  progress: Progress[]
  /** The published events. */
  published: string[]
  /** The new token of the session that asked for the task. */
  token: string | undefined
}

export interface RunOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Called with each published event. */
  onReplaced?: () => void
  token?: string
}

/** Runs a task at a fixed instant. */
export async function run(
  store: AdministeredStore,
  task: DataTask,
  { signal, onProgress, onReplaced, token }: RunOptions = {},
): Promise<TaskRun> {
  const progress: Progress[] = []
  let renewed: string | undefined
  const events = new EventTarget()
  events.addEventListener(NEW_EVENTS, () => onReplaced?.())
  const number = await store.read.events.lastNumber()
  const result = await runDataTask(store, task, {
    clock: () => now,
    events,
    signal: signal ?? new AbortController().signal,
    onProgress(step) {
      progress.push(step)
      onProgress?.(step)
    },
    token: token ?? null,
    onTokenRenewed: (next) => {
      renewed = next ?? undefined
    },
  })
  const published = (await store.read.events.after(number, 10)).map(({ topic }) => topic)
  return { result, progress, published, token: renewed }
}

/** Opens a store that is closed when the test ends. */
export async function opened(open: () => Promise<AdministeredStore>): Promise<AdministeredStore> {
  const store = await open()
  onTestFinished(() => store.close())
  return store
}

/** Reads all rows of the store. */
export async function allOf({ admin }: AdministeredStore): Promise<TableRows> {
  return admin.read(async (tx) => {
    const all = async <Table extends TableName>(table: Table) =>
      (await tx.rows(table, { limit: 1_000_000 })).map(({ row }) => row)
    return {
      users: await all('users'),
      posts: await all('posts'),
      reactions: await all('reactions'),
      bookmarks: await all('bookmarks'),
      follows: await all('follows'),
      files: await all('files'),
      fileUses: await all('fileUses'),
    }
  })
}

/** Returns contradictions between rows. Also counts the likes of posts that did not exist `before`. */
export function contradictions(rows: TableRows, before: ReadonlySet<string> = new Set()): string[] {
  const likesOf = (id: string) => rows.reactions.filter(({ postId }) => postId === id).length
  const miscounted = rows.posts.filter(({ id, likeCount }) => !before.has(id) && likeCount !== likesOf(id))
  const tablesWithIds = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files'] as const
  const sharedIds = tablesWithIds.filter(
    (table) => new Set(rows[table].map(({ id }) => id)).size !== rows[table].length,
  )
  return [
    ...inconsistenciesIn(rows),
    ...miscounted.map(({ id }) => `post ${id} is miscounted`),
    ...sharedIds.map((table) => `${table} share an id`),
  ]
}
