import type { ComponentProps } from 'react'
import { newDraft, type ProfileDraft, type ProfileField } from '../drafts/draft.ts'
import { portfolioProblem } from './portfolio.ts'

interface TextFieldOptions extends Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete'> {
  label: string
  /** Returns why a text is refused, or undefined. */
  problemOf?: (text: string) => string | undefined
}

interface TextAreaOptions {
  label: string
  rows: number
}

/**
 * The fields of the form for the profile, in its order. The form, the draft, the comparison with the saved profile and
 * the input of the mutation derive from them. A field of `EditProfileInput` that is missing here does not compile.
 */
const fieldsByName: {
  [Name in ProfileField]: { name: Name } & (TextFieldOptions | TextAreaOptions)
} = {
  portfolioUrl: {
    name: 'portfolioUrl',
    label: 'Portfolio URL:',
    inputMode: 'url',
    autoComplete: 'url',
    problemOf: portfolioProblem,
  },
  bio: { name: 'bio', label: 'Bio:', rows: 4 },
}

export const profileFields = Object.values(fieldsByName)

/** Returns a text of a draft, or undefined if an earlier version has stored it without this field. */
export function textIn(draft: Partial<ProfileDraft>, name: ProfileField): string | undefined {
  return draft[keyOf(name)]
}

/** Returns a draft with a text for each field. */
export function profileDraft(textOf: (name: ProfileField) => string): ProfileDraft {
  const draft: ProfileDraft = newDraft('profile', { text: '' })
  for (const { name } of profileFields) draft[keyOf(name)] = textOf(name)
  return draft
}

/** Returns the contents of a draft in which one text changes. */
export function withText(name: ProfileField, text: string): Partial<ProfileDraft> {
  const contents: Partial<ProfileDraft> = {}
  contents[keyOf(name)] = text
  return contents
}

// Drafts of every kind have a `text`.
function keyOf(name: ProfileField) {
  return name === 'bio' ? 'text' : name
}
