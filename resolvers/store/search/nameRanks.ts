/** The order of the search for users by their names (`userNames.ts`). */

/** The groups of users whom a search finds, in their order. */
export const nameRanks = {
  /** A name is the text, also in its accents. */
  spelled: 0,
  /** A name has the words of the text, and no others. */
  whole: 1,
  /** Each word of the text starts a word of a name. */
  start: 2,
} as const

export type NameRank = (typeof nameRanks)[keyof typeof nameRanks]

/** An entry of the index. */
export interface NameKey {
  key: string
  /** How a whole name or username is spelled, in lower case; '' for a word. */
  spelled: string
}
