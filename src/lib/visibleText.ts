/**
 * Returns whether a text has a visible character. Spaces, control characters and those that fonts ignore, such as U+200B,
 * are not visible.
 */
export function isVisible(text: string): boolean {
  return /[^\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
