import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Backend } from '../backend.ts'
import type { Operation } from '../graphql/execute.ts'
import type { TextMeter } from '../store/meteredReads.ts'
import type { ResponseBudget } from './responseBudget.ts'

interface Subscription {
  operation: Operation
  /** The errors of the document. They are sent instead of results. */
  errors: readonly GraphQLError[]
  /** Ends the subscription when its signal aborts. */
  request: Request
  /** Ends the subscription when it aborts. */
  closed: AbortSignal | undefined
  /** Limits each result. */
  budget: ResponseBudget | undefined
  /** Counts the results in memory. The stream ends if it refuses the next one. */
  meter: TextMeter | undefined
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
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult, undefined> {
  yield result
}

const HEARTBEAT_MS = 12_000
/** How long a client waits before it connects again. */
const RETRY_MS = 2000

interface StreamOptions extends Pick<Subscription, 'request' | 'closed' | 'budget' | 'meter'> {
  /** Returns the id of the event of the last result; after the last one, that of the last event. */
  lastEventId: () => string | null
}

/**
 * Returns a stream that is pulled: the next result is computed once the client has read the previous one. For a client
 * that stops reading, the events wait in the log of the backend, which is bounded (`eventLog.ts`).
 */
function eventStream(
  results: AsyncIterator<ExecutionResult>,
  { request, closed, budget, meter, lastEventId }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const comment = encoder.encode(':\n\n')
  const start = encoder.encode(`retry: ${RETRY_MS}\n\n`)
  const reason = ': The server stops.\n\n'
  const stopped = new AbortController()
  /** The lengths of the last results in memory: of one that is being sent, and of one that waits for that. */
  let lengths: [number, number] = [0, 0]
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
        const { done, value } = await results.next()
        meter?.check()
        if (stopped.signal.aborted) return
        const eventId = lastEventId()
        const id = eventId === null ? '' : `id: ${eventId}\n`
        const end = closed?.aborted ? `${id}${reason}` : 'event: complete\ndata:\n\n'
        const data = JSON.stringify(value && budget ? budget.fit(value) : value)
        const bytes = encoder.encode(done ? end : `event: next\n${id}data: ${data}\n\n`)
        const [sent, waiting] = lengths
        meter?.add(bytes.length - sent)
        lengths = [waiting, bytes.length]
        controller.enqueue(bytes)
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
