import { fieldsOf, isObject, parseJson } from '../../../shared/json.ts'
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

export interface DraftState {
  draft: Draft
  /** A version vector: the time of the last write of each tab that this draft contains. */
  seen: Readonly<Record<string, number>>
  /** The write that each field of the draft comes from, by the name of the field. */
  writes: Readonly<Record<string, Write>>
}

export interface DraftVersion extends DraftState {
  write: Write
}

/** The version vector keeps the latest tabs. The versions of earlier ones were removed long before. */
const MAX_TABS = 20

/** A field that was never set comes from no write. Every draft contains it. */
const noWrite: Write = { tab: '', time: 0 }

/** Returns the version with which a tab changes `former` to `draft`. The first version has no former state. */
export function nextVersion(former: DraftState | undefined, draft: Draft, { tab, time }: Write): DraftVersion {
  const { seen, writes } = former ?? { seen: {}, writes: {} }
  // Later than every write that it contains, whatever the clock says.
  const write = { tab, time: Math.max(time, ...Object.values(seen).map((earlier) => earlier + 1)) }
  const [before, after] = [fieldMapOf(former?.draft), fieldMapOf(draft)]
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => JSON.stringify(before.get(field)) !== JSON.stringify(after.get(field)),
  )
  return {
    draft,
    write,
    seen: latest({ ...seen, [tab]: write.time }),
    writes: { ...writes, ...Object.fromEntries(changed.map((field) => [field, write])) },
  }
}

function fieldMapOf(draft: Draft | undefined): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(draft ?? {}))
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
  const currentOf = (field: string) =>
    heads
      .filter((head) => {
        const write = writeOf(head, field)
        return !heads.some((other) => !isSame(writeOf(other, field), write) && contains(other, write))
      })
      .toSorted((one, other) => compare(writeOf(one, field), writeOf(other, field)))
  const lastOf = (field: string) => currentOf(field).at(-1) ?? newest

  const last = [...new Set(heads.flatMap(({ writes }) => Object.keys(writes)))].map(
    (field) => [field, lastOf(field)] as const,
  )
  const { text } = lastOf('text').draft
  const others = otherTexts(text, [
    ...currentOf('text').map(({ draft }) => draft.text),
    ...heads.flatMap(({ draft }) => draft.others ?? []),
  ])
  // If one tab has changed the draft, it is no longer the one that was sent.
  const isChanged = heads.some(({ draft }) => draft.status.type === 'editing')
  const draft: unknown = {
    ...Object.fromEntries(last.map(([field, head]) => [field, fieldMapOf(head.draft).get(field)])),
    ...(isChanged && { status: { type: 'editing' } }),
    others: others.length > 0 ? others : undefined,
  }
  return {
    draft: isDraft(draft) ? draft : newest.draft,
    seen: heads.reduce((all, { seen }) => union(all, seen), newest.seen),
    writes: Object.fromEntries(last.map(([field, head]) => [field, writeOf(head, field)])),
  }
}

function writeOf({ writes }: DraftState, field: string): Write {
  return writes[field] ?? noWrite
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

/** Parses an entry of `localStorage`. The text of a draft remains if its picture or video cannot be read. */
export function parseVersion(json: string | null): DraftVersion | undefined {
  const value: unknown = parseJson(json ?? '')
  if (!isVersion(value)) return undefined
  const { draft } = value
  return 'media' in draft && !isMedia(draft.media, draft.kind)
    ? { ...value, draft: { ...draft, media: undefined } }
    : value
}

function isMedia(media: unknown, kind: Draft['kind']): boolean {
  if (!isObject(media)) return false
  const { file, alt } = media
  const { id, name, type } = fieldsOf(file)
  // An edit may leave out what it does not change.
  const isLeftOut = (value: unknown) => kind === 'edit' && value === undefined
  return (isLeftOut(alt) || isText(alt)) && (isLeftOut(file) || [id, name, type].every(isText))
}

const isText = (value: unknown) => typeof value === 'string'

function isVersion(value: unknown): value is DraftVersion {
  if (!isObject(value) || !('draft' in value && 'write' in value && 'seen' in value && 'writes' in value)) return false
  const { draft, write, seen, writes } = value
  return (
    isDraft(draft) &&
    isWrite(write) &&
    isObject(seen) &&
    Object.values(seen).every((time) => typeof time === 'number') &&
    isObject(writes) &&
    Object.values(writes).every(isWrite)
  )
}

function isWrite(value: unknown): value is Write {
  if (!isObject(value) || !('tab' in value) || !('time' in value)) return false
  return typeof value.tab === 'string' && typeof value.time === 'number'
}

/** Checks what every kind has: only this app writes drafts. */
function isDraft(value: unknown): value is Draft {
  if (!isObject(value) || !('kind' in value && 'text' in value && 'request' in value && 'status' in value)) return false
  const { kind, text, request, status } = value
  return (
    (kind === 'post' || kind === 'edit' || kind === 'profile') &&
    typeof text === 'string' &&
    isObject(request) &&
    'key' in request &&
    isObject(status) &&
    'type' in status
  )
}
