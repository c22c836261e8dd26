import type { LogEntry } from '../../../backend/lab.ts'

/** Formats a request as a `fetch` call for the console, where it runs with the token of the signed-in user. */
export function asFetch({ name, method, path, variables, query }: LogEntry): string {
  const operation = query !== undefined && { query, variables, ...(/^\w+$/.test(name) && { operationName: name }) }
  const sent = operation || variables
  const body = method === 'GET' || sent === null ? undefined : JSON.stringify(sent, null, 2)
  const search =
    method === 'GET' && operation
      ? `?${new URLSearchParams({ ...operation, variables: JSON.stringify(variables) })}`
      : ''
  const lines = [
    `method: ${quoted(method)},`,
    `headers: { authorization: localStorage.getItem('data') ?? ''${body ? ", 'content-type': 'application/json'" : ''} },`,
    ...(body ? [`body: JSON.stringify(${body}),`] : []),
  ]
  const call = `await (await fetch(${quoted(path + search)}, {\n${indented(lines.join('\n'))}\n})).json()\n`
  const missing = [
    path === '/media' && '// Files are not logged: send one as the body.\n',
    typeof variables === 'string' && '// The body was too long to log: fill it in.\n',
    body && hidesPassword(body) && '// Passwords are not logged: fill them in.\n',
  ]
  return missing.filter(Boolean).join('') + call
}

function hidesPassword(body: string): boolean {
  return /password\w*\\?"?\s*:\s*(?:\\?"\\?"|\$)/i.test(body)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
