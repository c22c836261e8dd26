/** Constants that tools/serviceWorker.mjs defines when it builds the worker. */

/** The files that the app needs to start; empty in dev. */
declare const APP_FILES: { url: string; revision: string | null }[]

/** The paths of the files that only GraphiQL needs. Their names change with their content. */
declare const GRAPHIQL_FILES: string[]

interface ImportMeta {
  /** 'true' if /graphql executes only the app's own operations. */
  readonly env: { readonly VITE_TRUSTED_DOCUMENTS?: string }
}
