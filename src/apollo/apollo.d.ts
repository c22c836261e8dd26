import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}

  /** What the links pass to the backend with each operation. */
  export interface DefaultContext {
    authorization?: string | null
    /** Aborted when the result is no longer needed. */
    signal?: AbortSignal
    /** Whether the document is to be validated: the app's own are valid. */
    validate?: boolean
  }
}
