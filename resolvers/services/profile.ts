import type { UserRow } from '../store/rows.ts'
import { changeAsViewer, type Call } from './call.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'

/** What a member may change of themselves. */
export type ProfileChanges = Partial<Pick<UserRow, 'bio' | 'portfolioUrl' | 'avatarUrl'>>

/** POST /users/edit (spec §5, §7). `username` is given only to be compared. Throws `USERNAME_FIXED`. */
export async function editProfile(call: Call, changes: ProfileChanges, username?: string): Promise<UserRow> {
  return changeAsViewer(call, async ({ tx, viewer, today, announce }) => {
    if (username !== undefined && username !== viewer.username) throw new ApiError('USERNAME_FIXED')
    const edited = { ...viewer, ...changes, updatedAt: today }
    await tx.users.put(edited)
    await replaceFile(tx, viewer, viewer.id, viewer.avatarUrl, edited.avatarUrl)
    announce('userChanged', { userId: viewer.id })
    return edited
  })
}
