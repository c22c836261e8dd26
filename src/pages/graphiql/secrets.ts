/**
 * A document or its variables without the passwords in them, also where they stand as a string in JSON: for what leaves
 * the editor, a link or what the browser keeps. Text that is only half written is cleaned as well as whole.
 */
export function withoutPasswords(text: string): string {
  return text.replace(/(password\w*\\?"?\s*:\s*)((?:\\?"){3})[^]*?\2/gi, '$1""').replace(/(password\w*\\?"?\s*:\s*)(\\?")[^\n]*?(?<!\\)\2/gi, '$1$2$2')
}
