export type Seed = Awaited<ReturnType<typeof loadSeed>>

/** As at the first visit, and never otherwise: what pages load then would be cut in two. */
export function loadSeed() {
  return import('../seed/samples.ts')
}
