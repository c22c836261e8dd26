/** What tools/serviceWorker.mjs writes into the worker when it builds it. */

/** The files that the app starts with; none in dev. */
declare const APP_FILES: { url: string; revision: string | null }[]

/** The paths of the files that only GraphiQL needs; their names change with their content. */
declare const EXTRA_FILES: string[]
