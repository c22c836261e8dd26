import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Backend } from '../backend.ts'
import type { Operation } from '../graphql/execute.ts'

interface Subscription {
  operation: Operation
  /** The errors of the document. They are sent instead of results. */
  errors: readonly GraphQLError[]
  /** Ends the subscription when its signal aborts. */
  request: Request
  /** Ends the subscription when it aborts. */
  closed: AbortSignal | undefined
}

/**
 * Starts a subscription and returns its results as server-sent events, in the "distinct connections mode" of the GraphQL
 * over SSE protocol: `next` for each result, and `complete` at the end. A comment every 12 seconds keeps an idle
 * connection open. The subscription ends when the body of the response is cancelled or a signal aborts.
 */
export async function streamResults(
  backend: Backend,
  { operation, errors, request, closed }: Subscription,
): Promise<Response> {
  const results = errors.length > 0 ? { errors } : await backend.subscribe(operation)
  const body = eventStream(Symbol.asyncIterator in results ? results : only(results), request, closed)
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult, undefined> {
  yield result
}

const HEARTBEAT_MS = 12_000

/**
 * Returns a stream that is pulled: the next result is computed once the client has read the previous one. For a client
 * that stops reading, only the events of the subscription wait, in a queue that is bounded (`eventQueue.ts`).
 */
function eventStream(
  results: AsyncIterator<ExecutionResult>,
  request: Request,
  closed: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const comment = encoder.encode(':\n\n')
  const signal = closed ? AbortSignal.any([request.signal, closed]) : request.signal
  const stopped = new AbortController()
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
      if (signal.aborted) {
        close()
        return
      }
      // The first comment makes browsers pass on the headers.
      controller.enqueue(comment)
      const heartbeat = setInterval(() => {
        // Refers to the request, because Node never aborts the signal of one that was garbage-collected.
        if (!request.signal.aborted && (controller.desiredSize ?? 0) > 0) controller.enqueue(comment)
      }, HEARTBEAT_MS)
      stopped.signal.addEventListener('abort', () => clearInterval(heartbeat))
      signal.addEventListener('abort', close, { signal: stopped.signal })
    },
    async pull(controller) {
      try {
        const { done, value } = await results.next()
        if (stopped.signal.aborted) return
        const event = done ? 'event: complete\ndata:\n\n' : `event: next\ndata: ${JSON.stringify(value)}\n\n`
        controller.enqueue(encoder.encode(event))
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
