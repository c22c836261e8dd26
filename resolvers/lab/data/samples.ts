/** The members of the seed, their password's hash, which all who are made up share, and how they are written. */
export type Samples = Awaited<ReturnType<typeof loadSamples>>

/** As at the first visit, and never otherwise: what pages load then would be cut in two. */
export function loadSamples() {
  return import('../../seed/seed.ts')
}
