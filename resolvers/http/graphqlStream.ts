import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Backend } from '../backend.ts'
import type { Operation } from '../graphql/execute.ts'
import { withinLength } from './responseLimits.ts'

interface Subscription {
  operation: Operation
  /** The errors of the document. They are sent instead of results. */
  errors: readonly GraphQLError[]
  /** Ends the subscription when its signal aborts. */
  request: Request
  /** Ends the subscription when it aborts. */
  closed: AbortSignal | undefined
  /** The largest number of characters in a result. Undefined: no limit. */
  maxResponseLength: number | undefined
  /** Charges a result. Resolves once the next one may be read, or when the signal aborts. */
  pace: ((signal: AbortSignal) => Promise<void>) | undefined
}

/**
 * Starts a subscription and returns its results as server-sent events, in the "distinct connections mode" of the GraphQL
 * over SSE protocol: `next` for each result, with the id of its event, and `complete` at the end. A comment every 12 seconds
 * keeps an idle connection open. The subscription ends when the body of the response is cancelled or a signal aborts.
 * `closed` ends it after the result that is being computed, with the id of the last event that was read, although it
 * perhaps had no result: with it the client continues elsewhere.
 */
export async function streamResults(
  backend: Backend,
  { operation, errors, ...options }: Subscription,
): Promise<Response> {
  const results = errors.length > 0 ? { errors } : await backend.subscribe(operation)
  const source = Symbol.asyncIterator in results ? results : only(results)
  const body = eventStream(source, { ...options, lastEventId: () => operation.context.lastEventId })
  // nginx collects a response before it sends it, unless this header says otherwise.
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  return new Response(body, { headers })
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult, undefined> {
  yield result
}

const HEARTBEAT_MS = 12_000
/** How long a client waits before it connects again. */
const RETRY_MS = 2000

interface StreamOptions extends Pick<Subscription, 'request' | 'closed' | 'maxResponseLength' | 'pace'> {
  /** Returns the id of the event of the last result; after the last one, that of the last event. */
  lastEventId: () => string | null
}

/**
 * Returns a stream that is pulled: the next result is computed once the client has read the previous one. For a client
 * that stops reading, the events wait in the log of the backend, which is bounded (`eventLog.ts`).
 */
function eventStream(
  results: AsyncIterator<ExecutionResult>,
  { request, closed, maxResponseLength = Infinity, pace, lastEventId }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const comment = encoder.encode(':\n\n')
  const start = encoder.encode(`retry: ${RETRY_MS}\n\n`)
  const reason = ': The server stops.\n\n'
  const stopped = new AbortController()
  let paced: Promise<void> | undefined
  const stop = async () => {
    stopped.abort()
    await results.return?.()
  }

  return new ReadableStream({
    start(controller) {
      const close = () => {
        void stop()
        controller.close()
      }
      if (request.signal.aborted || closed?.aborted) {
        if (closed?.aborted) controller.enqueue(encoder.encode(reason))
        close()
        return
      }
      // The first bytes make browsers pass on the headers.
      controller.enqueue(start)
      const heartbeat = setInterval(() => {
        // Refers to the request, because Node never aborts the signal of one that was garbage-collected.
        if (!request.signal.aborted && (controller.desiredSize ?? 0) > 0) controller.enqueue(comment)
      }, HEARTBEAT_MS)
      stopped.signal.addEventListener('abort', () => clearInterval(heartbeat))
      request.signal.addEventListener('abort', close, { signal: stopped.signal })
      // `pull` gets the end of the results.
      closed?.addEventListener('abort', () => void results.return?.(), { signal: stopped.signal })
    },
    async pull(controller) {
      try {
        await paced
        const { done, value } = await results.next()
        paced = done ? undefined : pace?.(stopped.signal)
        if (stopped.signal.aborted) return
        const eventId = lastEventId()
        const id = eventId === null ? '' : `id: ${eventId}\n`
        const end = closed?.aborted ? `${id}${reason}` : 'event: complete\ndata:\n\n'
        const data = JSON.stringify(value && withinLength(value, maxResponseLength))
        controller.enqueue(encoder.encode(done ? end : `event: next\n${id}data: ${data}\n\n`))
        if (!done) return
        await stop()
        controller.close()
      } catch (error) {
        await stop()
        throw error
      }
    },
    cancel: stop,
  })
}
