import type { Page } from '@playwright/test'
import { build } from 'vite'

const bundled = new Map<string, Promise<string>>()

/** Adds `backendInPage` to a page: a second backend over the same database, without latency. */
export async function addBackend(page: Page): Promise<void> {
  // Unlike a script element, this is not subject to the page's content security policy.
  await page.evaluate(await scriptOf('tests/e2e/inPage/backend.ts'))
}

/** Bundles a module into one script. */
export function scriptOf(entry: string): Promise<string> {
  const script = bundled.get(entry) ?? bundle(entry)
  bundled.set(entry, script)
  return script
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // An SSR build outputs one script without preloads.
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: entry,
      write: false,
      target: 'es2023',
      rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('The build has no output.')
  return built.output[0].code
}
