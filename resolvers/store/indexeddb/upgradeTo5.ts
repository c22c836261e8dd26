import { object } from 'valibot'

import { upgradePostTo5, version4RowSchemas, upgradeUserTo5 } from '../olderRows.ts'
import type { PostRow } from '../rows.ts'
import { tagCountChanges, tagKeys } from '../tagKeys.ts'
import { forEachRecord, parsed } from './records.ts'
import type { UpgradeTransaction } from './versions.ts'

const userRecord = object({ row: version4RowSchemas.users })

/** Adds the columns of version 5, and indexes posts by tag. A record of the wrong shape stays as it is. */
export async function upgradeTo5(tx: UpgradeTransaction): Promise<void> {
  await forEachRecord(tx, 'users', async (record) => {
    const older = parsed(userRecord, record)
    if (older) await tx.objectStore('users').put(Object.assign({}, record, { row: upgradeUserTo5(older.row) }))
  })
  const counts = new Map<string, number>()
  await forEachRecord(tx, 'posts', async (record) => {
    const older = parsed(version4RowSchemas.posts, record)
    if (older === undefined) return
    const post: PostRow = upgradePostTo5(older)
    for (const [tag, by] of tagCountChanges([], [post])) counts.set(tag, (counts.get(tag) ?? 0) + by)
    await tx.objectStore('posts').put({ ...post, tagKeys: tagKeys(post) })
  })
  for (const [tag, postCount] of counts) await tx.objectStore('tagCounts').put({ tag, postCount })
}
