/** What GraphQL overlooks. */
const nothing = String.raw`(?:[\s,]|#.*$)*`
const blockString = '"""[^]*?(?:"""|$(?![^]))'
const string = String.raw`"(?:[^"\\\n]|\\.)*(?:"|$)`
/** In no language of ours, but typed by mistake. */
const otherString = string.replaceAll('"', "'")

/**
 * A document, or the variables of another `document`, without the passwords in them, for what leaves an editor: a link, the
 * log, what a browser keeps. A string that is only half written is one up to the end of its line.
 */
export function withoutPasswords(text: string, document = ''): string {
  const variables = passwordVariables(`${document}\n${text}`).map((name) => `[$"]${name}`)
  // A field, variable or argument, up to its value; of a variable its type may stand between.
  const name = String.raw`(?:${[String.raw`password\w*`, ...variables].join('|')})"?`
  const value = `${blockString}|${string}|${otherString}`
  const named = new RegExp(String.raw`(${name}${nothing}:(?:\s*[\w![\]]+\s*=)?${nothing})(?:${value})`, 'gim')
  return text.replace(named, '$1""')
}

/** Any value as JSON, null for undefined, with every field of such a name empty; so are variables that hold a password of the document. */
export function jsonWithoutPasswords(value: unknown = null, document = ''): string {
  const variables = passwordVariables(document)
  return JSON.stringify(value, (name, part: unknown) =>
    /password/i.test(name) || variables.includes(name) ? '' : part,
  )
}

/** The variables that a document takes for passwords, whatever they are called. */
function passwordVariables(document: string): string[] {
  const used = new RegExp(String.raw`password\w*${nothing}:${nothing}\$(\w+)`, 'gim')
  return [...document.matchAll(used)].map(([, name = '']) => name)
}
