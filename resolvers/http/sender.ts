import type { RequestAuth } from '../backend.ts'
import type { Admission } from './admission.ts'
import type { Bytes } from '../store/port.ts'

/** What a server knows of the sender of a request, and learns of the request for its log and limits. */
export interface Sender {
  /** The client's address, as limits count it. */
  client?: string
  /** Charges what is read for this address, and bounds what is read at once. */
  admission?: Admission | undefined
  /** The body, if the host reads it in another way than `request.body` does. */
  body?: AsyncIterable<Bytes> | undefined
  /** Called with the id of the user whom a verified token names. */
  onUser?: (userId: string) => void
  /** Called with the name of a GraphQL operation, which may be any text of the client. */
  onOperation?: (name: string) => void
}

/** Returns what the backend reads of a request. */
export function authOf({ headers }: Request, { client, onUser }: Sender): RequestAuth {
  return { authorization: headers.get('authorization'), client: client ?? null, onUser }
}
