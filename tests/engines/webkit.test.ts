import { describe, expect, inject, it } from 'vitest'
import { findWebKit } from '../../tools/engines.mjs'
import { testFlows } from './flows.ts'
import { openPage } from './page.ts'
import { openWebKit } from './webkit.ts'

const programs = findWebKit()
if (!programs) throw new Error('There is no WebKit.')

// Without a cache: WebKit now and then blocks all data for a page that it suspends while it reads (inPageBackend.ts).
testFlows('WebKit', () => openWebKit(programs, { backForwardCache: false }))

describe('WebKit with a back/forward cache', () => {
  it('opens the data while the cache contains the page of the lab', async () => {
    const browser = await openWebKit(programs, { backForwardCache: true })
    try {
      const page = await openPage(browser, inject('origin'))
      await page.goto('/lab')
      await page.expectElements({ selector: 'p', text: 'Recording.' })
      await page.goto('/login')
      await page.click({ role: 'button', name: 'Test Login' })
      await page.expectElements({ role: 'article', text: '@kenjimori' })
      expect(await page.takeProblems()).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
