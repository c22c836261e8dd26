import { defineConfig } from 'vitest/config'
import { findFirefox, findWebKit } from '../../tools/engines.mjs'

/** `npm run e2e:engines`: the main flows in Firefox and WebKit, against the built app. */
export default defineConfig({
  test: {
    name: 'engines',
    // tools/engines.mjs reports a missing engine.
    include: [
      ...(findFirefox() ? ['tests/engines/firefox.test.ts'] : []),
      ...(findWebKit() ? ['tests/engines/webkit.test.ts'] : []),
    ],
    passWithNoTests: true,
    // One engine after the other: two at once are slower on two cores.
    fileParallelism: false,
    bail: 10,
    globalSetup: ['tests/engines/server.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // In a log only failures matter.
    reporters: [process.stdout.isTTY ? 'verbose' : 'minimal'],
  },
})
