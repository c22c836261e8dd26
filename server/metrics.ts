import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EventBusObserver } from './events/eventBus.ts'

/** What the server measures, for Prometheus. */
export interface Metrics {
  /** Records a response. `route` is one of a few names, never a path. */
  addResponse(route: string, status: number, seconds: number): void
  setOpenStreams(count: number): void
  addError(): void
  /** Measures the event bus. */
  eventBus: Omit<EventBusObserver, 'onLost'>
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
  const busConnection = new Gauge({
    name: 'weft_event_bus_connected',
    help: 'Whether events arrive from other processes.',
    registers,
  })
  const received = new Counter({
    name: 'weft_events_received_total',
    help: 'Events that the bus has brought, and what processes tell each other beside them.',
    registers,
  })
  const missed = new Counter({
    name: 'weft_events_missed_total',
    help: 'How often streams of this process got EVENTS_MISSED, by reason. `connection` also counts each start.',
    labelNames: ['reason'],
    registers,
  })
  const returned = new Histogram({
    name: 'weft_event_seconds',
    help: 'Time from an event of this process until the bus has brought it to all.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers,
  })
  return {
    addResponse: (route, status, seconds) => responses.observe({ route, status }, seconds),
    setOpenStreams: (count) => streams.set(count),
    addError: () => errors.inc(),
    eventBus: {
      onConnection: (isConnected) => busConnection.set(Number(isConnected)),
      onReceived: (events) => received.inc(events),
      onMissed: (reason) => missed.inc({ reason }),
      onReturned: (seconds) => returned.observe(seconds),
    },
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
