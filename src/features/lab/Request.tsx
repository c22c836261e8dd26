import { Copy } from 'lucide-react'
import { memo, useState } from 'react'
import type { LogEntry } from '../../backend/lab.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { asFetch } from './asFetch.ts'
import { formatNumber } from './format.ts'
import styles from './Lab.module.css'

type Outcome = LogEntry['outcome']

/** An entry of the request log, with expandable details. Memoised, because the log may be long. */
export const Request = memo(function Request({ request }: { request: LogEntry }) {
  const [isOpen, setOpen] = useState(false)
  const { timestamp, name, method, via, outcome, ms } = request
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes(styles.hint, styles.summary)}>
          <span className={styles.name} title={name}>
            <span aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>
            {name}
          </span>
          <b className={classes(styles.end, styles[colorOf(outcome)])}>{outcomeText(outcome)}</b>
          <time dateTime={new Date(timestamp).toISOString()}>{timeOf(timestamp)}</time>
          <span>{via === 'tab' ? 'tab' : 'HTTP'}</span>
          <span className={styles.end}>{formatNumber(Math.round(ms))} ms</span>
        </summary>
        {isOpen && <Details request={request} method={method} />}
      </details>
    </li>
  )
})

function Details({ request, method }: { request: LogEntry; method: string }) {
  const { path, outcome, variables, query } = request
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asFetch(request))
      toast.info('Copied')
    } catch {
      toast.warning('This browser does not allow copying.')
    }
  }
  return (
    <div className={classes(styles.group, styles.hint, styles.details)}>
      <div className={styles.head}>
        <code>
          {method} {path}
        </code>
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          <Icon of={Copy} />
          Copy as fetch
        </Button>
      </div>
      {outcome.kind === 'answered' && outcome.messages.map((message) => <p key={message}>{message}</p>)}
      {variables !== null && <pre>{JSON.stringify(variables, null, 2)}</pre>}
      {query && <pre>{query}</pre>}
    </div>
  )
}

/** Formats a time in the local time zone, such as `09:47:34.120`. */
function timeOf(timestamp: number): string {
  const time = new Date(timestamp)
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0'))
  return `${parts.join(':')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'answered') return String(outcome.status)
  return { noAnswer: 'no response', abandoned: 'abandoned', listening: 'listening' }[outcome.kind]
}

function colorOf(outcome: Outcome): 'success' | 'warning' | 'danger' | 'none' {
  if (outcome.kind === 'noAnswer') return 'danger'
  if (outcome.kind !== 'answered') return 'none'
  if (outcome.status >= 500) return 'danger'
  return outcome.status >= 400 ? 'warning' : 'success'
}
