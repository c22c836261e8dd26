/**
 * The longest texts that the backend accepts from clients, in characters as `maxlength` counts them (UTF-16 code
 * units). `text` is the argument of a search; that of a search by first name has the limit of a first name.
 */
export const textLimits = {
  content: 5_000,
  bio: 2_000,
  username: 200,
  firstName: 200,
  lastName: 200,
  email: 200,
  mediaType: 200,
  mediaUrl: 2_000,
  mediaAlt: 500,
  portfolioUrl: 2_000,
  avatarUrl: 2_000,
  idempotencyKey: 200,
  text: 200,
}

/**
 * The most combining marks in a row. The time that a browser takes to lay out those of one letter grows with the square of
 * their number: 0.7 s for 5,000, 10 ms for 500. No language needs more than a few.
 */
const MAX_MARKS = 500

export const marksRule = `must not have more than ${MAX_MARKS} combining marks in a row`

const tooManyMarks = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'u')

/** Whether a text has no more combining marks in a row than the backend accepts. */
export function hasFewMarks(text: string): boolean {
  return !tooManyMarks.test(text)
}

/** Returns a text without the combining marks beyond this limit, which a stored text from before it may have. */
export function withFewMarks(text: string): string {
  return text.replaceAll(new RegExp(tooManyMarks, 'gu'), '$1')
}
