import type { Page } from '@playwright/test'
import { build } from 'vite'

let bundled: Promise<string> | undefined

/** Gives a page of the app a second backend, `backendInPage`, over the same database and without the delay. */
export async function addBackend(page: Page): Promise<void> {
  bundled ??= bundle()
  await page.addScriptTag({ content: await bundled })
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // A build without a page: all in one script, with no preloads.
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: 'tests/e2e/inPage/backend.ts',
      write: false,
      target: 'es2023',
      rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('The build answers no output.')
  return built.output[0].code
}
