import { useEffect, useState } from 'react'
import type { Lab, LoggedRequest } from '../../backend/lab.ts'

/** So many are kept in the page. */
const most = 500

/** The request log, newest first, and a way to clear it. */
export function useRequests(lab: Lab): { requests: readonly LoggedRequest[]; clear: () => void } {
  const [requests, setRequests] = useState<readonly LoggedRequest[]>([])

  useEffect(() => lab.requests((request) => setRequests((known) => withRequest(known, request))), [lab])

  const clear = () => {
    lab.forget()
    setRequests([])
  }
  return { requests, clear }
}

/** One may be told twice, and those of tabs and worker come mixed. */
function withRequest(known: readonly LoggedRequest[], request: LoggedRequest): readonly LoggedRequest[] {
  if (known.some(({ id }) => id === request.id)) return known
  const place = known.findIndex(({ at }) => at <= request.at)
  return known.toSpliced(place < 0 ? known.length : place, 0, request).slice(0, most)
}

/** Whether it was refused, failed or lost; one that nobody waited for any more was not. */
export function hasFailed({ outcome }: LoggedRequest): boolean {
  return outcome.kind === 'noAnswer' || (outcome.kind === 'answered' && outcome.status >= 400)
}
