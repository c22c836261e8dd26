import type { LogEntry } from '../../backend/lab.ts'

/**
 * Formats a request as a call of `fetch` for the console. It runs with the token of the user who is signed in there.
 */
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
    path === '/media' && '// The log keeps no files: send one as the body.\n',
    typeof variables === 'string' && '// What was sent is too long for the log: fill it in.\n',
    body && hidesPassword(body) && '// The log keeps no passwords: fill them in.\n',
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
