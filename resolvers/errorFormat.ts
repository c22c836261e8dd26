/**
 * An error as it is answered. GraphQL itself words what is wrong with an input, and quotes the value, which may be a
 * password: only what is wrong, and where, goes out.
 */
export function formatError<Answered extends { message: string }>(error: Answered): Answered {
  return Object.assign(error, { message: withoutValues(error.message) })
}

function withoutValues(message: string): string {
  const variable = /^Variable "\$\w+" got invalid value/.exec(message)
  if (variable) return `${variable[0]}${placeIn(message)}${reasonIn(message)}`
  return message.replace(/^(\w+ cannot represent [\w -]+): [^]*$/, '$1.')
}

/** Where in the variable, such as ` at "input.username"`. */
function placeIn(message: string): string {
  return /^[^]*( at "[\w.[\]]+"); /.exec(message)?.[1] ?? ''
}

/** The end of the message, if it is one that names fields and types alone. */
function reasonIn(message: string): string {
  const field = /; (Field "\w+" (?:of required type "[\w![\]]+" was not provided|is not defined by type "\w+")\.)/
  return `; ${field.exec(message)?.[1] ?? 'it is not of the expected type.'}`
}
