import type { UserRow } from '../store/rows.ts'
import { changeAsViewer, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'

/** The fields of their profile that users can change. */
export type ProfileChanges = Partial<Pick<UserRow, 'bio' | 'portfolioUrl' | 'avatarUrl'>>

/** POST /users/edit (spec §5, §7). Throws `USERNAME_FIXED` if `username` is given and is not the viewer's. */
export async function editProfile(ctx: ServiceContext, changes: ProfileChanges, username?: string): Promise<UserRow> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    if (username !== undefined && username !== viewer.username) throw new ApiError('USERNAME_FIXED')
    const edited = { ...viewer, ...changes, updatedAt: today }
    await tx.users.put(edited)
    await replaceFile(tx, viewer, viewer.id, viewer.avatarUrl, edited.avatarUrl)
    publish('userChanged', { userId: viewer.id })
    return edited
  })
}
