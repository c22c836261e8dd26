import { randomBytes } from 'node:crypto'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import type { TableRows } from '../../resolvers/store/rows.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase, schemaChangesAtStart } from '../../server/database.ts'
import { argon2Passwords } from '../../server/passwords.ts'
import { createLargeData } from './largeData.ts'

export interface GeneratedSite {
  /** The random password of all users: a known one would be a weak account on a server that somebody opens to others. */
  password: string
  /** The usernames of a user whom half of the others follow, and of one who follows one in 200. */
  celebrity: string
  reader: string
}

/** Makes users and posts in the database of these settings, which must have no users. */
export async function generateSite(
  env: Readonly<Record<string, string | undefined>>,
  totals: { users: number; posts: number },
  onProgress: (share: number) => void = () => {},
): Promise<GeneratedSite> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await argon2Passwords().hash(password)
  const { celebrity, reader, steps, rowsOf } = createLargeData({ ...totals, now: Date.now(), passwordHash })
  const config = readConfig(env)
  const { store, close } = await openDatabase(config, { schemaChanges: schemaChangesAtStart(config) })
  try {
    if ((await store.read.users.page('byId', { limit: 1 })).length > 0)
      throw new Error('The database has users. Generate into one without: nothing was changed.')
    for (let step = 0; step < steps; step += 1) {
      await insert(store, rowsOf(step))
      onProgress((step + 1) / steps)
    }
    return { password, celebrity, reader }
  } finally {
    await close()
  }
}

async function insert(
  { admin }: AdministeredStore,
  { users = [], posts = [], reactions = [], bookmarks = [], follows = [] }: TableRows,
): Promise<void> {
  await admin.transaction(
    async (tx) => {
      await tx.insertMany('users', users)
      await tx.insertMany('posts', posts)
      await tx.insertMany('reactions', reactions)
      await tx.insertMany('bookmarks', bookmarks)
      await tx.insertMany('follows', follows)
    },
    { durability: 'relaxed' },
  )
}
