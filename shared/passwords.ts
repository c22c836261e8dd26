/** A field, variable or argument of this name, up to its value; of a variable its type may stand between. */
const named = String.raw`(password\w*"?\s*:(?:\s*[\w![\]]+\s*=)?\s*)`
const blockString = new RegExp(`${named}"""[^]*?(?:"""|$)`, 'gi')
const string = new RegExp(String.raw`${named}"(?:[^"\\\n]|\\.)*(?:"|$)`, 'gim')

/**
 * A document or its variables without the passwords in them, for what leaves an editor: a link, the log, what a browser keeps.
 * A string that is only half written is one up to the end of its line.
 */
export function withoutPasswords(text: string): string {
  return text.replace(blockString, '$1""').replace(string, '$1""')
}

/** Any value as JSON, null for undefined, with every field of such a name empty. */
export function jsonWithoutPasswords(value: unknown = null): string {
  return JSON.stringify(value, (name, part: unknown) => (/password/i.test(name) ? '' : part))
}
