import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}

  /** The context that the links pass to the backend with each operation. */
  export interface DefaultContext {
    authorization?: string | null
    /** Aborts when the result is no longer needed. */
    signal?: AbortSignal
    /** True for documents that are not the app's own: they are validated, and their results are not changed. */
    isForeign?: boolean
    /** When the operation was sent, by `performance.now()`. Default: when it reaches the links. */
    sentAt?: number
    /** When a change was sent first, perhaps by a page that has closed, by `Date.now()`. Default: its first failure. */
    firstSentAt?: number
    /** The id of the last event before a query, or of the last that a subscription's client has (`lastEvent.ts`). */
    lastEventId?: string | null
    /** True for a change that is sent until it is answered although its session has ended. */
    outlivesSession?: boolean
  }
}
