import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { button } from './app.ts'
import { expect, visitorTest } from './fixtures.ts'

const [, metaPolicy = 'no policy'] =
  /<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
    readFileSync('dist/index.html', 'utf8'),
  ) ?? []

/** Returns what an attack would write on the root element. */
const marked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'])

visitorTest('every response has the policy of the page, forbids frames, and keeps its type', async ({ request }) => {
  for (const path of ['/login', '/sw.js', '/schema.graphql', '/api/posts', '/%E0']) {
    const headers = (await request.get(path)).headers()
    expect(headers, path).toMatchObject({
      'content-security-policy': `${metaPolicy}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
    })
  }
})

visitorTest('the policy allows no inline or evaluated script', () => {
  const scriptSources = metaPolicy.split('; ').find((directive) => directive.startsWith('script-src '))
  expect(scriptSources).toMatch(/^script-src 'self'( 'sha256-[\w+/]{43}=')+$/)
  for (const directive of ["object-src 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"])
    expect(metaPolicy.split('; ')).toContain(directive)
})

/** The second message of Chromium depends on what was blocked. */
const chromiumMessages = ['Content Security Policy', 'Content Security policy', 'This document requires']

visitorTest(
  'the policy blocks an inline script that was added to the page',
  { tag: '@quick' },
  async ({ page, expectConsole, allowConsole }) => {
    expectConsole('violation of')
    chromiumMessages.forEach(allowConsole)
    await page.route('**/login', async (route) => {
      const response = await route.fetch()
      const injected = '<script>document.documentElement.dataset.marked = "yes"</script>'
      await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${injected}`) })
    })
    const violation = page.waitForEvent('console', (message) => message.text().startsWith('violation of'))
    await page.goto('/login')
    expect((await violation).text()).toContain('violation of script-src-elem: inline')
    expect(await marked(page)).toBeUndefined()
  },
)

const attacks: { name: string; blockedBy: string; attack: () => void }[] = [
  {
    name: 'a script of another site',
    blockedBy: 'require-trusted-types-for: trusted-types-sink',
    attack: () => {
      document.createElement('script').src = 'https://other.example/script.js'
    },
  },
  {
    name: "a script of this site that is not the app's",
    blockedBy: 'require-trusted-types-for: trusted-types-sink',
    attack: () => {
      document.createElement('script').src = '/media/some-file'
    },
  },
  {
    name: 'an assignment to innerHTML',
    blockedBy: 'require-trusted-types-for: trusted-types-sink',
    attack: () => {
      document.body.innerHTML = '<img src="/missing" onerror="document.documentElement.dataset.marked = true">'
    },
  },
  {
    name: 'another Trusted Types policy',
    blockedBy: 'trusted-types: trusted-types-policy',
    attack: () => {
      window.trustedTypes?.createPolicy('any', { createHTML: (html) => html })
    },
  },
]

for (const { name, blockedBy, attack } of attacks) {
  visitorTest(`the policy blocks ${name}`, async ({ page, expectConsole, allowConsole }) => {
    expectConsole('violation of')
    chromiumMessages.forEach(allowConsole)
    await page.goto('/login')
    await expect(button(page, 'Login')).toBeVisible()
    const violation = page.waitForEvent('console', (message) => message.text().startsWith('violation of'))
    await page.evaluate(attack).catch(() => {})
    expect((await violation).text()).toContain(blockedBy)
    expect(await marked(page)).toBeUndefined()
  })
}
