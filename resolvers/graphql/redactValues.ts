/** Messages of GraphQL about a literal. The first group is the part before the value. */
const literalMessages = [
  /^(Syntax Error: (?:Expected \S+, found|Unexpected) (?:Name|Int|Float|String|BlockString|Comment)) "[^]*$/,
  /^(Syntax Error: [\w ,]+): [^]*$/,
  /^(Syntax Error: Unexpected variable) [^]*$/,
  /^(Expected value of type "[\w![\]]+"), found [^]*$/,
  /^((?:\w+|Enum "\w+") cannot represent [\w -]+): [^]*$/,
  /^(Argument "\w+" has invalid value) [^]*$/,
]

/**
 * Removes the value that a message of GraphQL quotes, because it may be a password. Keeps what is wrong with a document
 * or an input, and where.
 */
export function redactValues(message: string): string {
  const variable = /^Variable "\$\w+" got invalid value/.exec(message)
  if (variable) return `${variable[0]}${placeIn(message)}${reasonIn(message)}`
  const literal = literalMessages.find((pattern) => pattern.test(message))
  if (literal) return message.replace(literal, '$1.')
  // The rest of the message lists the values of the enum.
  return message.replace(/^Value "\w+" does not exist/, 'Value does not exist')
}

/** Returns the path in the variable, such as ` at "input.username"`. */
function placeIn(message: string): string {
  return /^[^]*( at "[\w.[\]]+"); /.exec(message)?.[1] ?? ''
}

/** Returns the reason, if it names only fields and types. */
function reasonIn(message: string): string {
  const field = /; (Field "\w+" (?:of required type "[\w![\]]+" was not provided|is not defined by type "\w+")\.)/
  return `; ${field.exec(message)?.[1] ?? 'it is not of the expected type.'}`
}
