import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { ExecutionResult, FormattedExecutionResult } from 'graphql'
import type { Observable, ObservableInput } from 'rxjs'
import { fromFetch } from 'rxjs/fetch'

interface GraphqlRequest<Result> {
  /** The media type of the response. */
  accept: string
  headers?: Readonly<Record<string, string>>
  read: (response: Response) => ObservableInput<Result>
}

/** Sends an operation to /graphql. Unsubscribing aborts the request. */
export function postGraphql<Result>(
  operation: object,
  { accept, headers = {}, read }: GraphqlRequest<Result>,
): Observable<Result> {
  return fromFetch('/graphql', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept },
    body: JSON.stringify(operation),
    selector: read,
  })
}

/** A result of a subscription over HTTP. */
export interface StreamedResult<Result> {
  result: Result
  id: string | undefined
}

/**
 * Reads the results of a response of /graphql to a subscription: server-sent events, or a single result if the response
 * has another type. Throws a `TypeError`, as `fetch` does, if the connection ends before the subscription is complete.
 */
export async function* readResults<Result extends ExecutionResult | FormattedExecutionResult>(
  response: Response,
): AsyncGenerator<StreamedResult<Result>, undefined> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield { result: await response.json(), id: undefined }
    return
  }
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new TypeError('The connection ended before the subscription was complete.')
    if (value.event === 'complete') return
    if (value.data) yield { result: JSON.parse(value.data), id: value.id }
  }
}
