import type { BlobStore } from '../port.ts'
import type { WithDatabase } from './database.ts'

export function postgresBlobs(run: WithDatabase): BlobStore {
  return {
    get: (id) =>
      run(async ({ db }) => {
        const row = await db.selectFrom('blobs').select('bytes').where('id', '=', id).executeTakeFirst()
        return row && new Blob([row.bytes])
      }),
    put: (id, content) => {
      const bytes = Buffer.from(content.slice(0))
      return run(async ({ db }) => {
        await db
          .insertInto('blobs')
          .values({ id, bytes })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ bytes }))
          .execute()
      })
    },
    remove: (id) =>
      run(async ({ db }) => {
        await db.deleteFrom('blobs').where('id', '=', id).execute()
      }),
  }
}
