import type { Counts, FaultKind, LabSettings, Latency } from '../../backend/lab.ts'

/** What each fault is called, and what it does. */
export const faults: readonly { kind: FaultKind; label: string; effect: string }[] = [
  { kind: 'none', label: 'None', effect: 'Every operation is answered.' },
  { kind: 'errorBefore', label: '500 before commit', effect: 'The answer is 500, and nothing is changed.' },
  { kind: 'errorAfter', label: '500 after commit', effect: 'The change is made, but its answer is lost.' },
  { kind: 'dropped', label: 'Dropped connection', effect: 'No answer comes, and nothing is changed.' },
  { kind: 'offline', label: 'Offline', effect: 'It fails at once, as without a network.' },
]

/** What differs from the usual, as in `500 before commit, 2000 ms`. */
export function differences({ latency, fault }: LabSettings, usual: LabSettings): string {
  const label = fault.kind !== 'none' && faults.find(({ kind }) => kind === fault.kind)?.label
  const differs = latency.ms !== usual.latency.ms || latency.jitter !== usual.latency.jitter
  return [label, differs && latencyWords(latency)].filter(Boolean).join(', ')
}

function latencyWords({ ms, jitter }: Latency): string {
  return jitter ? `${ms} ± ${jitter} ms` : `${ms} ms`
}

const number = new Intl.NumberFormat('en-GB')

/** `12,340` */
export function counted(count: number): string {
  return number.format(count)
}

/** `1 member, 6 posts, …` */
export function inAll({ users, posts, reactions, bookmarks, follows, files }: Counts): string {
  const parts = { member: users, post: posts, reaction: reactions, follow: follows, bookmark: bookmarks, file: files }
  return Object.entries(parts)
    .map(([name, count]) => `${counted(count)} ${name}${count === 1 ? '' : 's'}`)
    .join(', ')
}

/** `about 40 s left` */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 5) return 'a few seconds left'
  // In steps, so that it does not flicker.
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`
  return `about ${Math.ceil(seconds / 60)} min left`
}

/** `3.2 MB` */
export function sized(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const size = bytes / 1000 ** step
  return `${size.toFixed(size < 100 ? 1 : 0)} ${units[step - 1]}`
}
