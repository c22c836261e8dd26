import { useLostConnections } from '../backend/connection.ts'
import { FieldNote } from '../ui/fields/FormField.tsx'

/** Says that there is no connection while a change waits to be sent again, where the connection banner is not shown. */
export function ResendNote({ isSending }: { isSending: boolean }) {
  const isLost = useLostConnections().has('backend')
  if (!isSending || !isLost) return null
  return <FieldNote role="status">No connection. Trying again…</FieldNote>
}
