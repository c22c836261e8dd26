import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}

  /** The context that the links pass to the backend with each operation. */
  export interface DefaultContext {
    authorization?: string | null
    /** Aborts when the result is no longer needed. */
    signal?: AbortSignal
    /** Whether to validate the document. The app's own documents are valid. */
    validate?: boolean
  }
}
