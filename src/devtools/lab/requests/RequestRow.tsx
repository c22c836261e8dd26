import { CircleAlert, Copy, SquareTerminal } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { fieldsOf } from '../../../../shared/json.ts'
import { isOnServer } from '../../../backend/host.ts'
import type { LogEntry } from '../../../backend/lab.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { asFetch } from './asFetch.ts'
import { graphiqlLink } from './graphiqlLink.ts'
import { formatNumber } from '../../../lib/format.ts'
import labStyles from '../Lab.module.css'
import styles from './Requests.module.css'
import { statusGroupOf } from './requestLog.ts'

interface RequestProps {
  request: LogEntry
  /** The longest duration on screen, in milliseconds. */
  slowest: number
}

/** Formats a time in the local time zone, such as `09:47:34.120`. */
const times = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

/** A row of the request log, and one with details if it is open. Memoised, because the log may be long. */
export const RequestRow = memo(function RequestRow({ request, slowest }: RequestProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { timestamp, name, via, ms } = request
  const group = statusGroupOf(request)
  const failed = group === 'failed'
  const time = times.format(timestamp)
  return (
    <>
      <tr>
        <td className={labStyles.hint}>
          <time dateTime={new Date(timestamp).toISOString()}>
            <span className={styles.roomy}>{time.slice(0, 3)}</span>
            {time.slice(3, 8)}
            <span className={styles.roomy}>{time.slice(8)}</span>
          </time>
        </td>
        <td className={styles.name}>
          <button
            type="button"
            className={styles.operation}
            title={name}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
          <small className={styles.roomy}>{operationTypeOf(request)}</small>
        </td>
        <td className={classes(labStyles.hint, styles.roomy)}>
          {via === 'tab' ? 'tab' : isOnServer() ? 'server' : 'worker'}
        </td>
        <td>
          <span className={classes(labStyles.chip, group !== null && styles[group])}>
            {failed && <Icon of={CircleAlert} />}
            {statusText(request)}
          </span>
        </td>
        <td className={styles.duration}>
          <span className={classes(styles.bar, styles.roomy)}>
            <i className={failed ? styles.failed : undefined} style={{ width: `${(100 * ms) / slowest}%` }} />
          </span>
          <b>{formatNumber(Math.round(ms))} ms</b>
        </td>
      </tr>
      {isOpen && (
        <tr id={details}>
          <td colSpan={5} className={styles.details}>
            <Details request={request} />
          </td>
        </tr>
      )}
    </>
  )
})

function Details({ request }: { request: LogEntry }) {
  const { method, path, outcome, variables, query } = request
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asFetch(request))
      toast.info('Copied')
    } catch {
      toast.warning('This browser does not allow copying.')
    }
  }
  return (
    <div className={classes(labStyles.group, labStyles.hint)}>
      <div className={classes(labStyles.row, labStyles.apart)}>
        <code>
          {method} {path}
        </code>
        <div className={labStyles.row}>
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            <Icon of={Copy} />
            Copy as fetch
          </Button>
          {query !== undefined && (
            <ButtonLink variant="outline" size="sm" to={graphiqlLink({ query, variables: variablesText(variables) })}>
              <Icon of={SquareTerminal} />
              Open in GraphiQL
            </ButtonLink>
          )}
        </div>
      </div>
      {outcome.kind === 'responded' && outcome.messages.map((message) => <p key={message}>{message}</p>)}
      {variables !== null && <pre>{JSON.stringify(variables, null, 2)}</pre>}
      {query && <pre>{query}</pre>}
    </div>
  )
}

/** Formats variables for GraphiQL's editor. Returns '' if there are none, or if they were too long to log. */
function variablesText(variables: LogEntry['variables']): string {
  return Object.keys(fieldsOf(variables)).length > 0 ? JSON.stringify(variables, null, 2) : ''
}

/** Returns the type of a GraphQL operation. A REST call has its method in its name. */
function operationTypeOf({ query }: LogEntry): string {
  if (!query) return ''
  return /^(?:mutation|subscription)\b/m.exec(query)?.[0] ?? 'query'
}

function statusText({ outcome }: LogEntry): string {
  if (outcome.kind === 'responded') return String(outcome.status)
  return { noResponse: 'No response', aborted: 'Aborted' }[outcome.kind]
}
