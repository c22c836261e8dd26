import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/chromium.mjs'

const port = Number(process.env['E2E_PORT'] ?? 4199)
const baseURL = `http://localhost:${port}`
const executablePath = findChromium()

/** The built app in a real Chromium. A phone runs the tests tagged @phone, a desktop runs them all. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  // Tests also wait for the browser and for timers, so one worker per core leaves cores idle.
  workers: '150%',
  // For a busy machine: a test that passes only the second time is reported as flaky.
  retries: 1,
  // For a machine that is busy with other work; a test takes a second or two.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env['CI'],
  reporter: process.stdout.isTTY ? 'line' : 'dot',
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
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort`,
    url: baseURL,
    reuseExistingServer: false,
  },
})
