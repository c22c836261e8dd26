import { useDeferredValue, useState } from 'react'
import type { LogEntry } from '../../../backend/lab.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextInput } from '../../../ui/fields/TextField.tsx'
import { formatNumber } from '../../../lib/format.ts'
import labStyles from '../Lab.module.css'
import { RequestRow } from './RequestRow.tsx'
import styles from './Requests.module.css'
import { Section } from '../Section.tsx'
import { statusGroupOf } from './requestLog.ts'

/** The number of entries shown at first, and added by each press of 'Show more'. The log keeps 500. */
const PAGE_SIZE = 100

const statuses = [
  { value: 'all', label: 'All statuses' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
]

interface RequestsProps {
  /** Null until recording has started. */
  requests: readonly LogEntry[] | null
  clear: () => void
}

/** The request log, newest first. */
export function Requests({ requests: recorded, clear }: RequestsProps) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState('all')
  const [count, setCount] = useState(PAGE_SIZE)
  const searched = useDeferredValue(text.trim().toLowerCase())

  const requests = recorded ?? []
  const found = requests.filter(
    (request) =>
      request.name.toLowerCase().includes(searched) && (status === 'all' || statusGroupOf(request) === status),
  )
  const shown = found.slice(0, count)
  const slowest = Math.max(...shown.map(({ ms }) => ms))
  const tools = (
    <div className={styles.logTools}>
      <TextInput
        type="search"
        aria-label="Filter by operation"
        placeholder="Filter operations"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select label="Status" size="sm" options={statuses} value={status} onChange={setStatus} />
      <Button variant="quiet" size="sm" aria-disabled={requests.length === 0 || undefined} onClick={clear}>
        Clear
      </Button>
    </div>
  )
  return (
    <Section title="Request log" className={labStyles.wide} aside={tools}>
      {recorded && found.length === 0 && (
        <p className={labStyles.hint}>
          {requests.length === 0 ? 'Recording. New requests appear here.' : 'No matching requests.'}
        </p>
      )}
      {/* `off`, because screen readers would otherwise announce every request. */}
      <div role="log" aria-live="off" aria-label="Request log" className={styles.log} hidden={found.length === 0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Operation</th>
              <th scope="col" className={styles.roomy}>
                Via
              </th>
              <th scope="col">Status</th>
              <th scope="col" className={styles.duration}>
                Duration
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((request) => (
              <RequestRow key={request.id} request={request} slowest={slowest} />
            ))}
          </tbody>
        </table>
        {found.length > count && (
          <Button variant="quiet" size="sm" block onClick={() => setCount(count + PAGE_SIZE)}>
            Show more of {formatNumber(found.length)}
          </Button>
        )}
      </div>
    </Section>
  )
}
