/** A field, variable or argument of this name, up to its value; of a variable its type may stand between. */
const named = String.raw`(password\w*"?\s*:(?:\s*[\w![\]]+\s*=)?\s*)`
const blockString = new RegExp(`${named}"""[^]*?(?:"""|$)`, 'gi')
const string = new RegExp(String.raw`${named}"(?:[^"\\\n]|\\.)*(?:"|$)`, 'gim')

/**
 * A document or its variables without the passwords in them, for what leaves the editor: a link, or what the browser keeps.
 * A string that is only half written is one up to the end of its line.
 */
export function withoutPasswords(text: string): string {
  return text.replace(blockString, '$1""').replace(string, '$1""')
}
