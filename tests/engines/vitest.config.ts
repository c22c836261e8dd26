import { defineConfig } from 'vitest/config'

/** `npm run e2e:engines`: the main flows in Firefox and WebKit, against the built app. */
export default defineConfig({
  test: {
    name: 'engines',
    include: ['tests/engines/*.test.ts'],
    globalSetup: ['tests/engines/server.ts'],
    // One engine after the other: two at once are slower on two cores.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
})
