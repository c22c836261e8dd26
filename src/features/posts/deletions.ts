import { currentSession } from '../../session/session.ts'

/**
 * The deletions of this tab for which Undo is still to be offered, in `sessionStorage`: a reload can cut off their
 * response or their toast.
 */

export interface Deletion {
  postId: string
  /** The start of the post's text. */
  summary: string
}

interface StoredDeletion extends Deletion {
  /** Until when (in ms) a reload offers Undo. */
  until: number
}

/** Remembers a deletion, or replaces it, for this time (in ms). */
export function rememberDeletion(deletion: Deletion, duration: number): void {
  write([...readOthers(deletion.postId), { ...deletion, until: Date.now() + duration }])
}

export function forgetDeletion(postId: string): void {
  write(readOthers(postId))
}

/** Returns the deletions whose time has not ended. */
export function readDeletions(): StoredDeletion[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isDeletion).filter(({ until }) => until > Date.now()) : []
  } catch {
    // Not JSON, or storage is blocked.
    return []
  }
}

const readOthers = (postId: string) => readDeletions().filter((deletion) => deletion.postId !== postId)

function write(deletions: StoredDeletion[]): void {
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(deletions))
  } catch {
    // Storage is full or blocked: a reload offers no Undo.
  }
}

/** Each user has an entry. */
const storageKey = () => `deletions:${currentSession().session?.user._id}`

function isDeletion(value: unknown): value is StoredDeletion {
  if (typeof value !== 'object' || value === null) return false
  const { postId, summary, until }: Partial<Record<keyof StoredDeletion, unknown>> = value
  return typeof postId === 'string' && typeof summary === 'string' && typeof until === 'number'
}
