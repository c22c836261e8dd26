import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PushResult } from './push/push.ts'

/** What the server measures, for Prometheus. */
export interface Metrics {
  /** Records a response. `route` is one of a few names, never a path. */
  addResponse(route: string, status: number, seconds: number): void
  setOpenStreams(count: number): void
  addError(): void
  /** Records what has become of a message to a device. */
  addPush(result: PushResult): void
  /** Records whether this process listens to the events of the others. */
  setListening(isListening: boolean): void
  /** The text that Prometheus reads, and its type. */
  read(): Promise<{ text: string; type: string }>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const responses = new Histogram({
    name: 'weft_response_seconds',
    help: 'Time until the headers of the response, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const streams = new Gauge({ name: 'weft_open_streams', help: 'Open event streams.', registers })
  const errors = new Counter({ name: 'weft_unexpected_errors_total', help: 'Unexpected errors.', registers })
  const pushes = new Counter({
    name: 'weft_pushes_total',
    help: 'Notifications for devices, by what has become of them.',
    labelNames: ['result'],
    registers,
  })
  const listening = new Gauge({
    name: 'weft_listening',
    help: 'Whether the events of other processes arrive at once. Without it they take up to a second.',
    registers,
  })
  return {
    addResponse: (route, status, seconds) => responses.observe({ route, status }, seconds),
    setOpenStreams: (count) => streams.set(count),
    addError: () => errors.inc(),
    addPush: (result) => pushes.inc({ result }),
    setListening: (isListening) => listening.set(Number(isListening)),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  }
}

/**
 * Serves `/metrics` on loopback, on a port that a proxy does not forward. Rejects if it cannot listen. Later errors are
 * reported.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read'>,
  port: number,
  report: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    metrics.read().then(
      ({ text, type }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        report(error)
        response.writeHead(500).end()
      },
    )
    return undefined
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server.on('error', report)
}
