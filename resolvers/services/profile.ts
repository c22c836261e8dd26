import type { UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import { patchUser, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'
import { changeOnce } from './idempotency.ts'
import { storableTexts } from './storableTexts.ts'

/** The fields of their profile that users can change. */
export type ProfileChanges = Partial<Pick<UserRow, 'bio' | 'portfolioUrl' | 'avatarUrl'>>

/** POST /users/edit (spec §5, §7). Throws `USERNAME_FIXED` if `username` is given and is not the viewer's. */
export async function editProfile(ctx: ServiceContext, changes: ProfileChanges, username?: string): Promise<UserRow> {
  return changeOnce(ctx, {
    request: ['editProfile', changes, username],
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
