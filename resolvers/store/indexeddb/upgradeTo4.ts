import { object } from 'valibot'

import { firstNameKeys } from '../firstNameKeys.ts'
import { olderRowSchemas, upgradedFile, upgradedPost, upgradedUser, withStorableText } from '../olderRows.ts'
import type { UserRow } from '../rows.ts'
import { forEachRecord, parsed } from './records.ts'
import type { UpgradeTransaction } from './versions.ts'

const userRecord = object({ row: olderRowSchemas.users })

/**
 * Rewrites the rows of version 3: days become instants, text storable, first names are indexed by grams, and files are
 * split into rows, uses and bytes. A record of the wrong shape stays as it is.
 */
export async function upgradeTo4(tx: UpgradeTransaction): Promise<void> {
  await upgradeUsers(tx)
  await upgradePosts(tx)
  await upgradeFiles(tx)
}

async function upgradeUsers(tx: UpgradeTransaction): Promise<void> {
  const users = tx.objectStore('users')
  const put = (row: UserRow) => users.put({ row, firstNameKeys: firstNameKeys(row.firstName, row.id) })
  const renamed: UserRow[] = []
  await forEachRecord(tx, 'users', async (record) => {
    const older = parsed(userRecord, record)
    const storable = parsed(userRecord, withStorableText(record))
    if (older === undefined || storable === undefined) return
    const row = upgradedUser(storable.row)
    if (row.username === older.row.username) await put(row)
    else renamed.push(row)
  })
  for (const row of renamed) {
    const isTaken = (await users.index('byUsername').getKey([row.username])) !== undefined
    await put(isTaken ? { ...row, username: `${row.username}-${row.id}` } : row)
  }
}

async function upgradePosts(tx: UpgradeTransaction): Promise<void> {
  await forEachRecord(tx, 'posts', async (record) => {
    const older = parsed(olderRowSchemas.posts, withStorableText(record))
    if (older) await tx.objectStore('posts').put(upgradedPost(older))
  })
}

/** One at a time, because each may be a video. A Blob of the versions before 3 stays one, see `dbSchema.ts`. */
async function upgradeFiles(tx: UpgradeTransaction): Promise<void> {
  for (let cursor = await tx.objectStore('files').openCursor(); cursor; cursor = await cursor.continue()) {
    const { content }: { content?: unknown } = cursor.value
    const older = parsed(olderRowSchemas.files, cursor.value)
    const size = content instanceof Blob ? content.size : content instanceof ArrayBuffer ? content.byteLength : null
    if (older === undefined || size === null) continue
    const { file, uses } = upgradedFile(older, size)
    await Promise.all([
      tx.objectStore('blobs').put(content, file.id),
      cursor.update(file),
      ...uses.map((use) => tx.objectStore('fileUses').put(use)),
    ])
  }
}
