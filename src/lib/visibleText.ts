/**
 * Whether a text has a character to see. Spaces, control characters and those that Unicode tells a font to ignore, such as
 * U+200B, are none.
 */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
