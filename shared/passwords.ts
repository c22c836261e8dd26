/** What a variable's type and its default value have between them: `String! = `. */
const typeBefore = /[\w![\]]+\s*=/y
/**
 * A string. Without its end it ends with its line, a block string with the text. Single quotes are valid neither in
 * GraphQL nor in JSON, but users type them by mistake.
 */
const string = /"""[^]*?(?:"""|$(?![^]))|"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\.)*(?:'|$)/my

/**
 * Returns a GraphQL document, or the JSON variables of `document`, with every password emptied. Use it for text that
 * leaves an editor: a link, the request log, local storage. An unterminated string ends at the end of its line.
 */
export function withoutPasswords(text: string, document = ''): string {
  const variables = passwordVariables(`${document}\n${text}`)
  const skipIgnored = ignoredSkipper(text)
  const values = valuePositions(text, skipIgnored, (name, before) => variables.has(name) && /[$"]/.test(before))
  let cleaned = ''
  let end = 0
  for (const position of values) {
    const start = skipIgnored(endOfMatch(typeBefore, text, position))
    const valueEnd = endOfMatch(string, text, start)
    if (start < end || valueEnd === start) continue
    cleaned += `${text.slice(end, start)}""`
    end = valueEnd
  }
  return cleaned + text.slice(end)
}

/**
 * Returns any value as JSON, with every field emptied whose name contains "password" or which `document` uses as a
 * password. `undefined` becomes null.
 */
export function jsonWithoutPasswords(value: unknown = null, document = ''): string {
  const variables = passwordVariables(document)
  return JSON.stringify(value, (name, part: unknown) => (isPassword(name) || variables.has(name) ? '' : part))
}

/** Returns the names of the variables that a document uses as passwords. */
function passwordVariables(document: string): Set<string> {
  const variable = /\$\w+/y
  const names = valuePositions(document, ignoredSkipper(document)).map((start) =>
    document.slice(start, endOfMatch(variable, document, start)).slice(1),
  )
  return new Set(names.filter(Boolean))
}

function isPassword(name: string): boolean {
  return /password/i.test(name)
}

/**
 * Returns where the values of passwords start, in ascending order: what follows a name that contains "password", or that
 * `isOther` accepts with the character before it, and a colon. Also reads the text inside strings and comments, because
 * quotes that are not closed would hide the rest of the text.
 */
function valuePositions(
  text: string,
  skipIgnored: (position: number) => number,
  isOther: (name: string, before: string) => boolean = () => false,
): number[] {
  const positions = new Set<number>()
  for (const { 0: name, index } of text.matchAll(/\w+/g)) {
    if (!isPassword(name) && !isOther(name, text.charAt(index - 1))) continue
    const nameEnd = index + name.length
    const colon = skipIgnored(text[nameEnd] === '"' ? nameEnd + 1 : nameEnd)
    if (text[colon] === ':') positions.add(skipIgnored(colon + 1))
  }
  return [...positions].toSorted((one, other) => one - other)
}

/**
 * Returns a function that skips what GraphQL ignores between tokens: white space, commas and comments. Reads each
 * character once, however often a comment is skipped: each name in it may be followed by a colon after it.
 */
function ignoredSkipper(text: string): (position: number) => number {
  const ends = new Uint32Array(text.length)
  let end = text.length
  let commentEnd = text.length
  for (let position = text.length - 1; position >= 0; position -= 1) {
    const char = text.charAt(position)
    if (char === '\n' || char === '\r') commentEnd = end
    else if (char === '#') end = commentEnd
    else if (!/[\s,]/.test(char)) end = position
    ends[position] = end
  }
  return (position) => ends[position] ?? position
}

/** Returns where a match of a sticky pattern ends that starts at `position`; `position` if there is none. */
function endOfMatch(sticky: RegExp, text: string, position: number): number {
  sticky.lastIndex = position
  return sticky.test(text) ? sticky.lastIndex : position
}
