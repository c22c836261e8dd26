import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the server measures, for Prometheus. */
export interface Metrics {
  /** Records a response. `route` is one of a few names, never a path. */
  addResponse(route: string, status: number, seconds: number): void
  setOpenStreams(count: number): void
  addError(): void
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
  return {
    addResponse: (route, status, seconds) => responses.observe({ route, status }, seconds),
    setOpenStreams: (count) => streams.set(count),
    addError: () => errors.inc(),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  }
}
