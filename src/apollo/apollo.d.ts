import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}

  /** What our links hand to the backend with each operation. */
  export interface DefaultContext {
    authorization?: string | null
    /** Fires when nobody waits for the answer any more. */
    signal?: AbortSignal
  }
}
