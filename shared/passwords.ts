/** Characters that GraphQL ignores between tokens: white space, commas, comments. */
const ignored = String.raw`(?:[\s,]|#.*$)*`
const blockString = '"""[^]*?(?:"""|$(?![^]))'
const string = String.raw`"(?:[^"\\\n]|\\.)*(?:"|$)`
/** Single quotes are valid neither in GraphQL nor in JSON, but users type them by mistake. */
const otherString = string.replaceAll('"', "'")

/**
 * Returns a GraphQL document, or the JSON variables of `document`, with every password emptied. Use it for text that
 * leaves an editor: a link, the request log, local storage. An unterminated string ends at the end of its line.
 */
export function withoutPasswords(text: string, document = ''): string {
  const variables = passwordVariables(`${document}\n${text}`).map((name) => `[$"]${name}`)
  // The name of a field, variable or argument. A variable's type may follow before its value.
  const name = String.raw`(?:${[String.raw`password\w*`, ...variables].join('|')})"?`
  const value = `${blockString}|${string}|${otherString}`
  const named = new RegExp(String.raw`(${name}${ignored}:(?:\s*[\w![\]]+\s*=)?${ignored})(?:${value})`, 'gim')
  return text.replace(named, '$1""')
}

/**
 * Returns any value as JSON, with every field emptied whose name contains "password" or which `document` uses as a
 * password. `undefined` becomes null.
 */
export function jsonWithoutPasswords(value: unknown = null, document = ''): string {
  const variables = passwordVariables(document)
  return JSON.stringify(value, (name, part: unknown) =>
    /password/i.test(name) || variables.includes(name) ? '' : part,
  )
}

/** Returns the names of the variables that a document uses as passwords. */
function passwordVariables(document: string): string[] {
  const used = new RegExp(String.raw`password\w*${ignored}:${ignored}\$(\w+)`, 'gim')
  return [...document.matchAll(used)].map(([, name = '']) => name)
}
