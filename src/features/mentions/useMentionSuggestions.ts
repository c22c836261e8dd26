import { useQuery } from '@apollo/client/react'
import { useRef, useState, type CompositionEvent, type KeyboardEvent, type SyntheticEvent } from 'react'
import { hasNameFrom, mentionOf } from '../../../shared/mentions.ts'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing } from '../../lib/keys.ts'
import { useCombobox } from '../people/useCombobox.ts'
import { MentionSuggestionsDocument, type MentionSuggestionsQuery } from './MentionSuggestions.generated.ts'
import { typedMention, type TypedMention } from './typedMention.ts'

export type SuggestedUser = NonNullable<MentionSuggestionsQuery['mentionSuggestions']>[number]

const MAX_SHOWN = 5

const keysOfList: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])

export interface MentionInField extends TypedMention {
  field: HTMLTextAreaElement
}

/**
 * Suggests users while a mention is typed into a text area. Returns the props of the text area, and the list while it is
 * open. A failed query shows nothing: the name can be typed.
 */
export function useMentionSuggestions(text: string) {
  const [mention, setMention] = useState<MentionInField | null>(null)
  /** Where the mention starts whose suggestions were closed with Escape. They stay closed while it is typed. */
  const closedAt = useRef<number>(undefined)
  // Once the text is posted, the text area is empty.
  const typed = mention && text.startsWith(`@${mention.prefix}`, mention.start) ? mention : null
  const users = useSuggestedUsers(typed?.prefix ?? '')
  const isFound = typed !== null && users.length > 0

  const close = () => setMention(null)
  const choose = (user: SuggestedUser | undefined) => {
    const place = typed && mentionIn(typed.field)
    const written = user && mentionOf(user.username)
    close()
    if (!place || !written) return
    const hasSpace = text[place.end] === ' '
    insertText(place.field, place.start, hasSpace ? place.end + 1 : place.end, `${written} `)
  }
  const userOf = (option: string | undefined) => users.find(({ id }) => id === option)
  const combobox = useCombobox({
    options: isFound ? users.map(({ id }) => id) : undefined,
    firstActive: users[0]?.id,
    onEnter: (active) => choose(userOf(active)),
    onEscape: close,
  })

  /** Opens the list if the caret is in a mention. */
  const update = (field: HTMLTextAreaElement) => {
    const place = mentionIn(field)
    if (place?.start !== closedAt.current) closedAt.current = undefined
    setMention(closedAt.current === undefined ? place : null)
    combobox.show()
  }

  const control = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': combobox.input['aria-controls'],
    'aria-activedescendant': combobox.input['aria-activedescendant'],
    onInput: ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLTextAreaElement>) => {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing && !composesEveryWord()) close()
      else update(currentTarget)
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) => update(currentTarget),
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
      if (mention && mentionIn(currentTarget)?.start !== mention.start) close()
    },
    onBlur: close,
  } as const

  /** Handles a key of the open list. Returns whether it was one. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (!combobox.open || !keysOfList.has(event.key) || hasModifier || isComposing(event)) return false
    // Escape closes only the list, not the form.
    event.stopPropagation()
    if (event.key === 'Escape') closedAt.current = typed?.start
    if (event.key === 'Tab') {
      event.preventDefault()
      choose(userOf(combobox.active))
    } else combobox.input.onKeyDown(event)
    return true
  }

  return { control, handleKey, list: typed && combobox.open ? { typed, users, combobox, choose } : null }
}

/**
 * Returns the users whom the beginning of a name suggests. Until the response, those of the previous one whose names begin
 * with it, too.
 */
function useSuggestedUsers(prefix: string): SuggestedUser[] {
  const { data, previousData } = useQuery(MentionSuggestionsDocument, {
    variables: { prefix },
    skip: prefix === '' || prefix.length > textLimits.username,
    // Users may have signed up since.
    fetchPolicy: 'network-only',
  })
  if (prefix === '') return []
  const users =
    data?.mentionSuggestions ?? previousData?.mentionSuggestions?.filter((user) => hasNameFrom(user, prefix)) ?? []
  return users.filter(({ username }) => mentionOf(username) !== null).slice(0, MAX_SHOWN)
}

/** Returns the mention that the caret of a text area is in. Null while text is selected. */
function mentionIn(field: HTMLTextAreaElement): MentionInField | null {
  const { value, selectionStart, selectionEnd } = field
  const typed = selectionStart === selectionEnd ? typedMention(value, selectionStart) : null
  return typed && { ...typed, field }
}

/** Replaces a part of the text in a text area that has the focus, as if the user had typed it. */
function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.setSelectionRange(start, end)
  // Unlike `setRangeText`, it can be undone with the keyboard. No other call does that.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The keyboards of Android compose every word, also in languages that need no input method. */
function composesEveryWord(): boolean {
  return navigator.userAgent.includes('Android')
}
