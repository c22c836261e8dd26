import type { UserRow } from '../store/rows.ts'
import { changeAsViewer, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'

/** What users can change of their own profile. */
export type ProfileChanges = Partial<Pick<UserRow, 'bio' | 'portfolioUrl' | 'avatarUrl'>>

/**
 * POST /users/edit (spec §5, §7). Compares `username` with the viewer's, because it cannot be changed. Throws
 * `USERNAME_FIXED`.
 */
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
