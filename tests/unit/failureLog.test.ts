import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pino } from 'pino'
import { createFailureLog } from '../../server/logging.ts'

interface Line {
  event: string
  count?: number
}

let lines: Line[]
let failures: ReturnType<typeof createFailureLog>

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  lines = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  failures = createFailureLog(log)
})

const counts = () => lines.map(({ event, count }) => [event, count])
const lost = Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })

it('logs a failure that repeats at once, and then once a second with its count', () => {
  for (let time = 0; time < 1000; time += 1) failures.unavailable(lost, 'database')
  expect(counts()).toEqual([['database unavailable', undefined]])
  vi.advanceTimersByTime(1000)
  for (let time = 0; time < 3; time += 1) failures.unavailable(lost, 'database')
  vi.advanceTimersByTime(5000)
  expect(counts()).toEqual([
    ['database unavailable', undefined],
    ['database unavailable', 999],
    ['database unavailable', 3],
  ])
  failures.unavailable(lost, 'database')
  expect(counts().at(-1)).toEqual(['database unavailable', undefined])
})

it('counts failures of other kinds apart, whose messages it never logs', () => {
  for (const error of [lost, Object.assign(new Error('secret'), { code: '53300' })]) {
    failures.unavailable(error, 'database')
    failures.unavailable(error, 'S3')
    failures.unexpected(error)
    failures.notListening(error)
  }
  expect(lines).toHaveLength(8)
  expect(JSON.stringify(lines)).not.toContain('secret')
})

it('logs few lines for failures of a thousand kinds', () => {
  for (let kind = 0; kind < 1000; kind += 1)
    failures.unavailable(Object.assign(new Error(), { code: String(kind) }), 'database')
  vi.advanceTimersByTime(1000)
  expect(lines).toHaveLength(102)
  expect(lines.at(-1)).toMatchObject({ count: 899 })
})

it('logs the counts that are left when the server stops', () => {
  for (let time = 0; time < 3; time += 1) failures.unexpected(lost)
  failures.flush()
  expect(counts()).toEqual([
    ['unexpected error', undefined],
    ['unexpected error', 2],
  ])
})
