import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { policyHeader } from '../../shared/pagePolicy.ts'
import { contentSecurityPolicy } from '../../tools/contentSecurityPolicy.mjs'

/** Builds pages with this text in their body, and returns their policies by directive. */
async function policiesOf(bodies: string[], uploadHost?: string): Promise<Map<string, string[]>[]> {
  const root = mkdtempSync(join(tmpdir(), 'weft-csp-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const input = bodies.map((body, index) => {
    const path = join(root, `page${index}.html`)
    writeFileSync(path, `<html><head><meta charset="utf-8" /></head><body>${body}</body></html>`)
    return path
  })
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [contentSecurityPolicy({ uploadHost: () => uploadHost })],
    build: { write: false, rolldownOptions: { input } },
  })
  if (!('output' in built)) throw new Error('The build has no output.')
  const pages = built.output.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []))
  return pages.map((page) => {
    const [, policy = ''] = /<meta charset="utf-8" \/>\s*<meta [^>]*content="([^"]*)"/.exec(page) ?? []
    const directives = policy.split('; ').map((directive) => directive.split(' '))
    return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
  })
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('every page of a build allows the inline scripts of all pages, and no data', async () => {
  const policies = await policiesOf([
    '<script>\n  first()\n</script><script type="application/json">{}</script>',
    '<script data-page="2">second()</script>',
  ])
  const sources = ["'self'", hashOf('\n  first()\n'), hashOf('second()')]
  expect(policies.map((policy) => policy.get('script-src'))).toEqual([sources, sources])
})

test('the page connects to its own host only, unless uploads go elsewhere', async () => {
  const [local] = await policiesOf([''])
  expect(local?.get('connect-src')).toEqual(["'self'"])

  const [withCloud] = await policiesOf([''], 'http://127.0.0.1:4000/')
  for (const directive of ['connect-src', 'img-src', 'media-src'])
    expect(withCloud?.get(directive)).toContain('http://127.0.0.1:4000')
})

test('the header of a page has the policy in the page, and refuses frames', () => {
  const page = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'" />'
  expect(policyHeader(page)).toBe("default-src 'self'; frame-ancestors 'none'")
  expect(() => policyHeader('<html></html>')).toThrow('Build it again.')
})
