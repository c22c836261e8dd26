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

/**
 * Reads the results of a response of /graphql to a subscription: server-sent events, or a single result if the response
 * has another type. Calls `onId` with the id of each event before its result, and of the last one at the end, and `onText`
 * whenever anything arrives, such as a comment. Throws a `TypeError`, as `fetch` does, if the connection ends before the
 * subscription is complete.
 */
export async function* readResults<Result extends ExecutionResult | FormattedExecutionResult>(
  response: Response,
  onId: (id: string) => void = () => {},
  onText: () => void = () => {},
): AsyncGenerator<Result, undefined> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield await response.json()
    return
  }
  const ids = new LastId(onText)
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(ids)
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) {
      if (ids.last !== undefined) onId(ids.last)
      throw new TypeError('The connection ended before the subscription was complete.')
    }
    if (value.event === 'complete') return
    if (value.id !== undefined) onId(value.id)
    if (value.data) yield JSON.parse(value.data)
  }
}

/** Passes on the text of server-sent events, and finds the last id: the parser leaves out one without data. */
class LastId extends TransformStream<string, string> {
  last: string | undefined

  constructor(onText: () => void) {
    let line = ''
    super({
      transform: (chunk, controller) => {
        onText()
        const lines = `${line}${chunk}`.split('\n')
        line = lines.pop() ?? ''
        this.last = lines.findLast((each) => each.startsWith('id: '))?.slice('id: '.length) ?? this.last
        controller.enqueue(chunk)
      },
    })
  }
}
