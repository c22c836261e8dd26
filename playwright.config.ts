import { defineConfig } from '@playwright/test'
import type { WorkerFixtures } from './tests/e2e/fixtures.ts'
import { notOnServer, onlyOnServer, serverFlows } from './tests/e2e/serverFlows.ts'
import { findChromium } from './tools/chromium.mjs'

const port = Number(process.env['E2E_PORT'] ?? 4199)
const baseURL = `http://localhost:${port}`
const executablePath = findChromium()

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * The built app in a real Chromium. `npm run e2e` runs the tests tagged @quick on a desktop, and those also tagged @phone
 * on a phone. `npm run e2e:rest` runs all others in the same way. `npm run e2e:server` repeats the tests of
 * tests/e2e/serverFlows.ts on a desktop, against a server, and adds those of tests/e2e/server.spec.ts.
 */
export default defineConfig<object, WorkerFixtures>({
  testDir: 'tests/e2e',
  testIgnore: `**/e2e/${onlyOnServer}`,
  fullyParallel: true,
  // Tests also wait for the browser and for timers, so one worker per core leaves cores idle.
  workers: '150%',
  maxFailures: 10,
  // For a machine that is busy with other work; a test takes a second or two.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env['CI'],
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['./tests/e2e/slowTests.ts']],
  reportSlowTests: null,
  use: {
    baseURL,
    // Only the specs in tests/e2e/worker allow them: an install costs more than most tests.
    serviceWorkers: 'block',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Less processor time: the tests keep every core busy, so threads of a page win nothing.
        '--in-process-gpu',
        '--js-flags=--single-threaded',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', grep: /@phone/, use: phone },
    {
      name: 'server',
      testMatch: [...Object.keys(serverFlows), onlyOnServer].map((file) => `**/e2e/${file}`),
      testIgnore: [],
      grepInvert: notOnServer,
      use: { ...desktop, host: 'server' },
    },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort`,
    url: baseURL,
    reuseExistingServer: false,
  },
})
