import type { PostOrder } from '../../../generated/types.ts'
import { choosePreferences, usePreferences, type SortPreference } from '../../../ui/preferences/preferences.ts'
import { Select } from '../../../ui/fields/Select.tsx'

/** The orders with the labels of spec §2. */
const options: readonly { value: PostOrder; label: string }[] = [
  { value: 'LATEST', label: 'Latest Posts' },
  { value: 'TRENDING', label: 'Trending' },
]

/** Selects the order of posts on a page, which is kept on this device (docs/spec-decisions.md, "Screens"). */
export function SortSelect({ preference }: { preference: SortPreference }) {
  return (
    <Select
      label="Sort posts"
      options={options}
      value={usePreferences()[preference]}
      onChange={(sort) => choosePreferences({ [preference]: sort })}
    />
  )
}
