import type { Page } from '@playwright/test'
import { build } from 'vite'

const bundled = new Map<string, Promise<string>>()

/** Gives a page of the app a second backend, `backendInPage`, over the same database and without the delay. */
export async function addBackend(page: Page): Promise<void> {
  await page.addScriptTag({ content: await scriptOf('tests/e2e/inPage/backend.ts') })
}

/** A program of ours as one script. */
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
    // A build without a page: all in one script, with no preloads.
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: entry,
      write: false,
      target: 'es2023',
      rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('The build answers no output.')
  return built.output[0].code
}
