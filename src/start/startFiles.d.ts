/**
 * The files that the pages of the first folder of an address load, with `visitor` and `app` for all others. The build
 * defines it (tools/pages.mjs).
 */
declare const START_FILES: Record<string, readonly string[]>
