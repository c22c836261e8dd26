import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxMegabytes, megabyte } from '../../shared/formats.ts'
import { catalogue } from '../../resolvers/services/errors.ts'
import { checkPageSize } from '../../resolvers/graphql/connections.ts'
import { sizes } from '../../resolvers/lab/data/scenarios.ts'
import { limits } from '../../resolvers/graphql/limits.ts'
import { bodyLimits } from '../../resolvers/http/readBody.ts'
import { bounds, defaultSettings } from '../../resolvers/lab/settings.ts'
import { routes } from '../../resolvers/rest/routes.ts'
import { sourcesBelow } from './sources.ts'

const text = readFileSync('docs/http.md', 'utf8')
const lines = text.split('\n')
const blocks = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block = '']) => block)

/** A line of the page begins like this. */
const isRow = (...cells: (string | number)[]) => lines.some((line) => line.startsWith(`| ${cells.join(' | ')} |`))

/** What the blocks call, with nothing between the braces of a path. tests/e2e/worker/docs.spec.ts runs them. */
const called = blocks.flatMap((block) =>
  [...block.matchAll(/fetch\(['`]\/api([^'`]*)['`](?:,\s*\{\s*method: '(\w+)')?/g)].map(
    ([, path = '', method = 'GET']) => `${method} ${path.replaceAll(/\$\{[^}]*\}/g, '{}')}`,
  ),
)

describe('docs/http.md', () => {
  it.each(routes)('says and shows what $method $path is', ({ method, path, authorized, status }) => {
    expect(isRow(`\`${method} ${path}\``, authorized ? 'token' : '–', status)).toBe(true)
    expect(called).toContain(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  })

  it('knows no other call', () => {
    expect(lines.filter((line) => /^\| `[A-Z]+ \//.test(line))).toHaveLength(routes.length)
  })

  it('promises a status for every call it shows', () => {
    const lacking = blocks.filter((block) => block.split('fetch(').length !== block.split(/ \/\/ \d{3}\n/).length)
    expect(lacking).toEqual([])
  })

  it.each(Object.entries(catalogue))('says what %s means', (code, { status, message }) => {
    expect(isRow(`\`${code}\``, status, message)).toBe(true)
  })

  it.each(Object.entries(limits))('says that %s goes up to %i', (name, limit) => {
    expect(isRow(name, limit)).toBe(true)
  })

  it('says how large a page may be', () => {
    const refused = () => checkPageSize(Infinity)
    const [, words = 'no words'] = /(`first` must be between 1 and \d+)/.exec(text) ?? []
    expect(refused).toThrow(words.replaceAll('`', ''))
  })

  it.each(Object.entries(maxMegabytes))('says how large a file may be: %s', (kind, limit) => {
    const row = lines.find((line) => line.startsWith(`| \`${kind.toLowerCase()}/`))
    expect(row).toMatch(new RegExp(`\\| ${limit} MB \\|$`))
  })

  it.each(Object.values(bodyLimits))('says that a body goes up to %i bytes', (bytes) => {
    expect(text).toMatch(new RegExp(`\\b${bytes / megabyte} MB\\b`))
  })
})

describe('docs/lab.md', () => {
  const lab = readFileSync('docs/lab.md', 'utf8')

  it('says what may be set', () => {
    const { latency, jitter, oneIn } = bounds
    expect(lab).toContain(`| latency | ${latency.min} – ${latency.max} ms | ${defaultSettings.latency.ms} ms |`)
    expect(lab).toContain(`| jitter | ${jitter.min} – ${jitter.max} ms | ${defaultSettings.latency.jitter} ms |`)
    expect(lab).toContain(`one in ${oneIn.min} to ${oneIn.max}`)
  })

  it.each(Object.entries(sizes))('says how large %s is', (_name, { users, posts }) => {
    expect(lab).toContain(`| ${users.toLocaleString('en-GB')} | ${posts.toLocaleString('en-GB')} |`)
  })
})

describe('references', () => {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => posix.join('docs', path))
  const pages = ['README.md', 'ARCHITECTURE.md', ...inDocs].filter((path) => path.endsWith('.md'))
  const code = sourcesBelow(['src', 'resolvers', 'shared', 'worker', 'tests'], /\.tsx?$/)
  const headings = readFileSync('docs/spec-decisions.md', 'utf8').match(/(?<=^## ).*$/gm) ?? []

  it.each(pages)('of %s lead to files that exist', (page) => {
    const markdown = readFileSync(page, 'utf8')
    const folders = '(?:src|resolvers|shared|worker|tests|tools|docs|public)'
    const named = [...markdown.matchAll(new RegExp(`\`(${folders}/[\\w./-]*)\``, 'g'))].map(([, path = '']) => path)
    const linked = [...markdown.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
      posix.join(posix.dirname(page), path),
    )
    expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([])
  })

  it('from the code lead to pages, and to sections of the specification, that exist', () => {
    const exists = ([, page, title, section]: RegExpExecArray) =>
      (!page || existsSync(page)) &&
      (!title || headings.some((heading) => heading.startsWith(title))) &&
      (!section || Number(section) <= 9)
    const citations = /\b(docs\/[\w./-]+\.md)(?:,? "([^"]+)")?|§(\d+)/g
    const missing = code.flatMap(({ path, text: source }) =>
      [...source.matchAll(citations)].filter((match) => !exists(match)).map(([citation]) => `${path}: ${citation}`),
    )
    expect(missing).toEqual([])
  })
})
