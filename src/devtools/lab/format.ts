import type { Counts } from '../../backend/lab.ts'
import { formatCount } from '../../lib/format.ts'

/** Formats counts, such as `1 user, 6 posts, …`. */
export function formatCounts({ users, posts, reactions, bookmarks, follows, files }: Counts): string {
  const parts = { user: users, post: posts, reaction: reactions, follow: follows, bookmark: bookmarks, file: files }
  return Object.entries(parts)
    .map(([noun, count]) => formatCount(count, noun))
    .join(', ')
}

/** Formats a remaining time, such as `about 40 s left`. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 5) return 'a few seconds left'
  // In steps of 5 s, so that the text does not change constantly.
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`
  return `about ${Math.ceil(seconds / 60)} min left`
}

/** Formats a size in decimal units, such as `3.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const size = bytes / 1000 ** step
  return `${size.toFixed(size < 100 ? 1 : 0)} ${units[step - 1]}`
}
