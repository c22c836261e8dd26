import { withFewMarks } from '../../../shared/textLimits.ts'
import { withoutBlankLines } from '../../../shared/visibleText.ts'

/** Returns a text as it is shown: in full, or without the blank lines that would push the rest of it away. */
export function shownText(written: string, isFull: boolean): string {
  return withFewMarks(isFull ? written : withoutBlankLines(written))
}

/** Returns the offset, in a text as it is shown, of the visible character at an offset in the written text. */
export function shownOffset(written: string, offset: number, isFull: boolean): number {
  // What follows the character has no influence on what is left out before it.
  return shownText(written.slice(0, offset + 1), isFull).length - 1
}
