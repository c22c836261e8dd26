import { useDeferredValue, useState } from 'react'
import type { LogEntry } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { SelectField } from './fields.tsx'
import { formatNumber } from './format.ts'
import styles from './Lab.module.css'
import { Request } from './Request.tsx'
import { Section } from './Section.tsx'
import { hasFailed } from './requestLog.ts'

/** The number of entries shown at first, and added by each press of 'Show more'. */
const PAGE_SIZE = 100

interface RequestsProps {
  /** Null until recording has started. */
  requests: readonly LogEntry[] | null
  clear: () => void
}

/** The request log, newest first. */
export function Requests({ requests: recorded, clear }: RequestsProps) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState('all')
  const [shown, setShown] = useState(PAGE_SIZE)
  const searched = useDeferredValue(text.trim().toLowerCase())

  const requests = recorded ?? []
  const found = requests.filter(
    (request) => request.name.toLowerCase().includes(searched) && (outcome === 'all' || hasFailed(request)),
  )
  const clearButton = (
    <Button variant="outline" size="sm" onClick={clear}>
      Clear
    </Button>
  )
  return (
    <Section title="Requests" action={requests.length > 0 && clearButton}>
      <div className={styles.fields}>
        <TextField
          className={styles.wide}
          label="Name"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField label="Outcome" value={outcome} onChange={setOutcome}>
          <option value="all">All</option>
          <option value="failed">Failed</option>
        </SelectField>
      </div>
      {recorded && found.length === 0 && (
        <p className={styles.hint}>
          {requests.length === 0 ? 'Recording. New requests appear here.' : 'No matching requests.'}
        </p>
      )}
      {/* `off`, because screen readers would otherwise announce every request. */}
      <div role="log" aria-live="off" aria-label="Requests" className={styles.log} hidden={found.length === 0}>
        <ul>
          {found.slice(0, shown).map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
        {found.length > shown && (
          <Button variant="quiet" size="sm" block onClick={() => setShown(shown + PAGE_SIZE)}>
            Show more of {formatNumber(found.length)}
          </Button>
        )}
      </div>
    </Section>
  )
}
