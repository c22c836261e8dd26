import { profileColumns, type Profile, type UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import { patchUser, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errorCatalogue.ts'
import { replaceFile } from './files.ts'
import { changeOnce } from './idempotency.ts'
import { storableTexts } from './storableTexts.ts'

/** Returns the fields of a profile that a request changes: those with a value. */
export function profileChanges(valueOf: (column: keyof Profile) => string | null | undefined): Partial<Profile> {
  const changes: Partial<Profile> = {}
  for (const column of profileColumns) {
    const value = valueOf(column)
    if (value != null) changes[column] = value
  }
  return changes
}

/** POST /users/edit (spec §5, §7). Throws `USERNAME_FIXED` if `username` is given and is not the viewer's. */
export async function editProfile(ctx: ServiceContext, changes: Partial<Profile>, username?: string): Promise<UserRow> {
  return changeOnce(ctx, {
    request: ['editProfile', changes, username],
    viewerLock: 'change',
    limitedAs: 'edit',
    async work(change) {
      const { tx, viewer, now, publish } = change
      const texts = storableTexts(changes)
      if (username !== undefined && toStorable(username) !== viewer.username) throw new ApiError('USERNAME_FIXED')
      const edited = await patchUser(tx, viewer.id, { set: { ...texts, updatedAt: now } })
      await replaceFile(change, viewer.id, viewer.avatarUrl, edited.avatarUrl)
      publish('userChanged', { userId: viewer.id })
      return edited
    },
    repeat: async ({ viewer }) => viewer,
  })
}
