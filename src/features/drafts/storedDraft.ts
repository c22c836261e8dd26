import { fieldsOf, isObject, parseJson } from '../../../shared/json.ts'
import type { Draft } from './draft.ts'

/** Parses an entry of `localStorage`. The text of a draft remains if its picture or video cannot be read. */
export function parseDraft(json: string | null): Draft | undefined {
  const draft: unknown = parseJson(json ?? '')
  if (!isDraft(draft)) return undefined
  return 'media' in draft && !isMedia(draft.media, draft.kind) ? { ...draft, media: undefined } : draft
}

/** Checks what every kind has: only this app writes drafts. */
function isDraft(value: unknown): value is Draft {
  const { kind, text, request, status, postId } = fieldsOf(value)
  return (
    (kind === 'post' || (kind === 'edit' && isText(postId)) || kind === 'profile') &&
    isText(text) &&
    isText(fieldsOf(request)['key']) &&
    isText(fieldsOf(status)['type'])
  )
}

function isMedia(media: unknown, kind: Draft['kind']): boolean {
  if (!isObject(media)) return false
  const { file, alt } = media
  const { id, name, type } = fieldsOf(file)
  // An edit may leave out what it does not change. The picture of a profile has no alt text.
  const lacksAlt = kind !== 'post' && alt === undefined
  const lacksFile = kind === 'edit' && file === undefined
  return (lacksAlt || isText(alt)) && (lacksFile || [id, name, type].every(isText))
}

const isText = (value: unknown) => typeof value === 'string'

/**
 * Returns the draft in an entry of version 1 with its id, or undefined for other entries. Version 1 stored an entry for
 * each change until another one replaced it.
 */
export function formerDraft(entry: string, json: string | null): [id: string, draft: Draft] | undefined {
  const [id = '', version] = entry.split('#')
  if (version === undefined) return undefined
  const [, postId] = id.split(':edit:')
  const stored = fieldsOf(fieldsOf(parseJson(json ?? ''))['draft'])
  const draft = parseDraft(JSON.stringify({ ...stored, postId }))
  return draft && [id, draft]
}
