import { preview } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built app is served. */
    origin: string
  }
}

/** Serves the built app on a free port while the tests run. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const server = await preview({ preview: { port: 0 }, logLevel: 'warn' })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The preview server has no address.')
  project.provide('origin', new URL(address).origin)
  return () => server.close()
}
