import type { Draft } from './draft.ts'

/**
 * The versions of a draft. Tabs never change a stored version: a write adds one and removes those that it contains. Two
 * tabs that write at the same time therefore leave two versions, and neither overwrites the other.
 */

/** A write of a draft: the tab that made it, and when. */
interface Write {
  tab: string
  time: number
}

const fields = ['text', 'media', 'portfolioUrl', 'key'] as const
type Field = (typeof fields)[number]

export interface DraftState {
  draft: Draft
  /** A version vector: the time of the last write of each tab that this draft contains. */
  seen: Readonly<Record<string, number>>
  /** The write that each field comes from. */
  writes: Readonly<Record<Field, Write>>
}

export interface DraftVersion extends DraftState {
  write: Write
}

/** The version vector keeps the latest tabs. The versions of earlier ones were removed long before. */
const MAX_TABS = 20

/** The fields of a new draft come from no write. Every draft contains it. */
const noWrite: Write = { tab: '', time: 0 }
const noWrites = { text: noWrite, media: noWrite, portfolioUrl: noWrite, key: noWrite }

/** Returns the version with which a tab changes `former` to `draft`. */
export function nextVersion(former: DraftState, draft: Draft, { tab, time }: Write): DraftVersion {
  // Later than every write that it contains, whatever the clock says.
  const write = { tab, time: Math.max(time, ...Object.values(former.seen).map((earlier) => earlier + 1)) }
  const changed = fields.filter((field) => valueOf(former.draft, field) !== valueOf(draft, field))
  return {
    draft,
    write,
    seen: latest({ ...former.seen, [tab]: write.time }),
    writes: { ...former.writes, ...Object.fromEntries(changed.map((field) => [field, write])) },
  }
}

/** Returns the state of a draft that no tab has written. */
export function newState(draft: Draft): DraftState {
  return { draft, seen: {}, writes: noWrites }
}

/**
 * Combines the versions of a draft; undefined if there are none. If tabs wrote at the same time, each field comes from
 * the tab that changed it, or from the last of several. The other texts are kept in `others`.
 */
export function combine(versions: readonly DraftVersion[]): DraftState | undefined {
  // A head is a version that no other one contains.
  const heads = versions
    .filter((version) => !versions.some((other) => other !== version && contains(other, version.write)))
    .toSorted((one, other) => compare(one.write, other.write))
  const newest = heads.at(-1)
  if (!newest || heads.length === 1) return newest

  /** Returns the heads whose value of the field no other head has replaced, oldest first. */
  const currentOf = (field: Field) =>
    heads
      .filter(({ writes }) => {
        const write = writes[field]
        return !heads.some((other) => !isSame(other.writes[field], write) && contains(other, write))
      })
      .toSorted((one, other) => compare(one.writes[field], other.writes[field]))
  const lastOf = (field: Field) => currentOf(field).at(-1) ?? newest

  const { text } = lastOf('text').draft
  const { file, removesMedia, alt } = lastOf('media').draft
  const { portfolioUrl } = lastOf('portfolioUrl').draft
  const others = otherTexts(text, [
    ...currentOf('text').map(({ draft }) => draft.text),
    ...heads.flatMap(({ draft }) => draft.others ?? []),
  ])
  const { request, others: _others, ...rest } = newest.draft
  return {
    draft: {
      ...rest,
      key: lastOf('key').draft.key,
      text,
      // One tab may have uploaded the file meanwhile.
      file: heads.map(({ draft }) => draft.file).find((other) => other?.uploaded && other.id === file?.id) ?? file,
      removesMedia,
      alt,
      ...(portfolioUrl !== undefined && { portfolioUrl }),
      ...(others.length > 0 && { others }),
      // If one tab has changed the draft, it is no longer the one that was sent.
      ...(request && heads.every(({ draft }) => draft.request) && { request }),
    },
    seen: heads.reduce((all, { seen }) => union(all, seen), newest.seen),
    writes: {
      text: lastOf('text').writes.text,
      media: lastOf('media').writes.media,
      portfolioUrl: lastOf('portfolioUrl').writes.portfolioUrl,
      key: lastOf('key').writes.key,
    },
  }
}

function contains({ seen }: DraftState, { tab, time }: Write): boolean {
  return time <= (seen[tab] ?? 0)
}

function isSame(one: Write, other: Write): boolean {
  return one.tab === other.tab && one.time === other.time
}

/** Orders writes by time, and those of one millisecond in the same way in all tabs. */
function compare(one: Write, other: Write): number {
  return one.time - other.time || one.tab.localeCompare(other.tab)
}

/** Returns what is compared to find out whether a field has changed. The upload of a file does not change the draft. */
function valueOf(draft: Draft, field: Field): string | undefined {
  return field === 'media' ? JSON.stringify([draft.file?.id, draft.removesMedia, draft.alt]) : draft[field]
}

/** Returns the texts other than the one that is shown, without those that another text includes. */
function otherTexts(shown: string, texts: readonly string[]): string[] {
  const all = [...new Set([shown, ...texts])]
  return all.filter((text) => text !== shown && !all.some((other) => other !== text && other.includes(text)))
}

function union(one: DraftState['seen'], other: DraftState['seen']): Record<string, number> {
  const all = { ...one }
  for (const [tab, time] of Object.entries(other)) all[tab] = Math.max(time, all[tab] ?? 0)
  return all
}

function latest(seen: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(seen)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MAX_TABS),
  )
}

/** Parses an entry of `localStorage`. */
export function parseVersion(json: string | null): DraftVersion | undefined {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    return isVersion(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isVersion(value: unknown): value is DraftVersion {
  if (!isObject(value) || !('draft' in value && 'write' in value && 'seen' in value && 'writes' in value)) return false
  const { draft, write, seen, writes } = value
  return (
    isDraft(draft) &&
    isWrite(write) &&
    isObject(seen) &&
    Object.values(seen).every((time) => typeof time === 'number') &&
    isObject(writes) &&
    fields.every((field) => isWrite(Object.entries(writes).find(([name]) => name === field)?.[1]))
  )
}

function isWrite(value: unknown): value is Write {
  if (!isObject(value) || !('tab' in value) || !('time' in value)) return false
  return typeof value.tab === 'string' && typeof value.time === 'number'
}

function isDraft(value: unknown): value is Draft {
  if (!isObject(value) || !('text' in value) || !('key' in value)) return false
  return typeof value.text === 'string' && typeof value.key === 'string'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
