import type { RequestAuth } from '../backend.ts'
import type { TextMeter } from '../store/meteredReads.ts'

/** What a server knows of the sender of a request, and learns of the request for its log and limits. */
export interface Sender {
  /** The client's address, as limits count it. */
  client?: string
  /** Follows how much text is read for this client. */
  meter?: TextMeter
  /** Called with the id of the user whom a verified token names. */
  onUser?: (userId: string) => void
  /** Called with the name of a GraphQL operation, which may be any text of the client. */
  onOperation?: (name: string) => void
}

/** Returns what the backend reads of a request. */
export function authOf({ headers }: Request, { client, onUser }: Sender): RequestAuth {
  return { authorization: headers.get('authorization'), client: client ?? null, onUser }
}
