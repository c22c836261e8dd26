import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxMegabytes, megabyte } from '../../shared/formats.ts'
import { checkPageSize } from '../../resolvers/graphql/connections.ts'
import { scenarioTotals } from '../../resolvers/lab/scenarioTotals.ts'
import { limits } from '../../resolvers/graphql/limits.ts'
import { bodyLimits } from '../../resolvers/http/readBody.ts'
import { bounds, defaultSettings } from '../../resolvers/lab/settings.ts'
import { restNameOf } from '../../resolvers/rest/payloads.ts'
import { routes } from '../../resolvers/rest/routes.ts'
import { profileColumns } from '../../resolvers/store/rows.ts'
import { textLimits } from '../../shared/textLimits.ts'
import { sourcesBelow } from './sources.ts'

const text = readFileSync('docs/http.md', 'utf8')
const lines = text.split('\n')
const blocks = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block = '']) => block)

/** Whether a line of the page starts with these table cells. */
const isRow = (...cells: (string | number)[]) => lines.some((line) => line.startsWith(`| ${cells.join(' | ')} |`))

/** The calls of the code blocks, as in `GET /posts/{}`. tests/e2e/worker/docs.spec.ts runs them. */
const called = blocks.flatMap((block) =>
  [...block.matchAll(/fetch\(['`]\/api([^'`]*)['`](?:,\s*\{\s*method: '(\w+)')?/g)].map(
    ([, path = '', method = 'GET']) => `${method} ${path.replaceAll(/\$\{[^}]*\}/g, '{}')}`,
  ),
)

describe('docs/http.md', () => {
  it.each(routes)('lists and shows $method $path', ({ method, path, authorized, status }) => {
    expect(isRow(`\`${method} ${path}\``, authorized ? 'token' : '–', status)).toBe(true)
    expect(called).toContain(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  })

  it('lists no other call', () => {
    expect(lines.filter((line) => /^\| `[A-Z]+ \//.test(line))).toHaveLength(routes.length)
  })

  it('lists the fields of a profile edit', () => {
    const fields = profileColumns.map((column) => `\`${restNameOf(column)}\``).join(', ')
    expect(isRow('`POST /users/edit`', 'token', 201, `\`userData\`: ${fields}`)).toBe(true)
  })

  it('gives the status of every call it shows', () => {
    const lacking = blocks.filter((block) => block.split('fetch(').length !== block.split(/ \/\/ \d{3}\n/).length)
    expect(lacking).toEqual([])
  })

  it.each(Object.entries(limits))('gives the limit of %s, %i', (name, limit) => {
    expect(isRow(name, limit)).toBe(true)
  })

  it('gives the limits of a page', () => {
    const refused = () => checkPageSize(Infinity)
    const [, words = 'no words'] = /(`first` must be between 1 and \d+)/.exec(text) ?? []
    expect(refused).toThrow(words.replaceAll('`', ''))
  })

  it.each(Object.entries(maxMegabytes))('gives the largest size of a file: %s', (kind, limit) => {
    const row = lines.find((line) => line.startsWith(`| \`${kind.toLowerCase()}/`))
    expect(row).toMatch(new RegExp(`\\| ${limit} MB \\|$`))
  })

  it.each(Object.values(bodyLimits))('gives the largest size of a body, %i bytes', (bytes) => {
    expect(text).toMatch(new RegExp(`\\b${bytes / megabyte} MB\\b`))
  })

  it('says where responses have a latency', () => {
    expect(text).toContain(`In the browser, each response takes at least ${defaultSettings().latency.ms} ms`)
    expect(text).toContain('In Node there is no latency.')
  })
})

/** tests/unit/postgresServer.test.ts runs the server of this page. */
describe('docs/postgres.md', () => {
  const page = readFileSync('docs/postgres.md', 'utf8')
  const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(page) ?? []

  it.each(['schemaFile', 'report', 'runHousekeeping', 'closed'])('explains %s, which its server uses', (name) => {
    expect(example).toMatch(new RegExp(`\\b${name}\\b`))
    expect(page).toContain(`\n| \`${name}\` | `)
  })

  it('starts its server in Node 20, which runs no TypeScript, with a loader', () => {
    expect(page).toMatch(/^ +PORT=3000 npx tsx server\.ts +# Node 20, which needs a loader for TypeScript$/m)
  })
})

describe('docs/spec-decisions.md', () => {
  const [, longest] = /Longest: ([^;]*);/.exec(readFileSync('docs/spec-decisions.md', 'utf8')) ?? []

  it.each(Object.entries(textLimits))('gives the longest text of %s, %i characters', (_field, limit) => {
    expect(longest).toMatch(new RegExp(`[a-z]\\s${limit.toLocaleString('en')}\\b`))
  })
})

describe('docs/lab.md', () => {
  const lab = readFileSync('docs/lab.md', 'utf8')

  it('gives the bounds of latency and faults', () => {
    const { latency, jitter, oneIn } = bounds
    expect(lab).toContain(`| latency | ${latency.min} – ${latency.max} ms | ${defaultSettings().latency.ms} ms |`)
    expect(lab).toContain(`| jitter | ${jitter.min} – ${jitter.max} ms | ${defaultSettings().latency.jitter} ms |`)
    expect(lab).toContain(`one in ${oneIn.min} to ${oneIn.max}`)
  })

  it.each(Object.entries(scenarioTotals))('gives the size of %s', (_name, { users, posts }) => {
    expect(lab).toContain(`| ${users.toLocaleString('en-GB')} | ${posts.toLocaleString('en-GB')} |`)
  })

  const reactions = (lab.split('| reaction | in the lab | do | see |\n')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line) => line.slice(2).split(' | '))
    .map(([reaction = '', conditions = '']) => ({ reaction, conditions }))
  /** The tested reactions, each with the source of its fault. */
  const tested = sourcesBelow(['tests/e2e/reactions'], /\.spec\.ts$/).flatMap(({ text: source }) =>
    [...source.matchAll(/^\w+\.describe\('(.+)', \(\) => \{\n(?: {2}\w+\.use\(\{ lab: (\{ fault: .*? \}))?/gm)].map(
      ([, reaction = '', fault]) => ({ reaction, fault }),
    ),
  )

  /** The reactions that need no fault of the lab, each with the test of tests/flows that shows it. */
  const testedInFlows = new Map([
    ['Empty log-in', 'with %s shows a warning and sends nothing'],
    ['Log-in, 404', 'with %s shows an error toast and keeps the fields'],
    ['Log-in, 401', 'with %s shows an error toast and keeps the fields'],
    ['Sign-up, 422', 'with a username that is taken shows an error toast and keeps the fields'],
    ['Bookmark, 400', 'shows an error toast and stays added if another tab has already added it'],
    ['Remove bookmark, 400', 'shows an error toast and stays removed if another tab has already removed it'],
    ['Follow, 400', 'shows a warning with the status code, and the current state, if it is refused with status %i'],
    ['Unfollow, 400', 'shows a warning and the current state when unfollowing is refused with status 400'],
  ])

  it('has exactly the reactions that are tested', () => {
    const names = [...tested.map(({ reaction }) => reaction), ...testedInFlows.keys()]
    expect(names.toSorted()).toEqual(reactions.map(({ reaction }) => reaction).toSorted())
  })

  it.each([...testedInFlows])('has a test in tests/flows of "%s": %s', (_reaction, title) => {
    const flows = sourcesBelow(['tests/flows'], /\.test\.tsx$/)
    expect(flows.some(({ text: source }) => source.includes(`'${title}'`))).toBe(true)
  })

  it.each(reactions)('gives the fault of the test of "$reaction": $conditions', ({ reaction, conditions }) => {
    const [, kind, only, often] = /^`(.+)` for `(.+?)`(?:, `(.+)`)?$/.exec(conditions) ?? []
    const fault = kind && `{ fault: '${kind}', only: '${only}'${often ? `, often: '${often}'` : ''} }`
    expect(tested.find((test) => test.reaction === reaction)?.fault).toBe(fault)
  })
})

/** The specification is as it was given, and benchmarks write the figures. */
const unwrapped = new Set(['docs/spec.md', 'docs/performance.md'])

describe('references in documentation and code', () => {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => posix.join('docs', path))
  const atRoot = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  const pages = [...atRoot, 'tests/README.md', ...inDocs].filter((path) => path.endsWith('.md'))
  const code = sourcesBelow(['src', 'resolvers', 'shared', 'worker', 'server', 'tests'], /\.tsx?$/)
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  const headings = readFileSync('docs/spec-decisions.md', 'utf8').match(/(?<=^## ).*$/gm) ?? []

  it.each(pages)('every file named in %s exists', (page) => {
    const markdown = readFileSync(page, 'utf8')
    const folders = '(?:src|resolvers|shared|worker|server|deploy|tests|tools|docs|public)'
    const named = [...markdown.matchAll(new RegExp(`\`(${folders}/[\\w./-]*)\``, 'g'))].map(([, path = '']) => path)
    const linked = [...markdown.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
      posix.join(posix.dirname(page), path),
    )
    expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([])
  })

  it.each(pages.filter((page) => !unwrapped.has(page)))('the text of %s wraps at 120 columns', (page) => {
    const prose = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$|^\|.*$/gm, '')
    expect(prose.split('\n').filter((line) => line.length > 120)).toEqual([])
  })

  it.each(pages)('every script and file in a command of %s exists', (page) => {
    const commands = [...readFileSync(page, 'utf8').matchAll(/\b(?:npm|npx|node) [^`|\n#]*/g)].map(
      ([command]) => command,
    )
    const named = commands.flatMap((command) => command.match(/(?<=npm run )[\w:-]+/g) ?? [])
    const paths = commands.flatMap((command) => command.match(/(?<= )(?:tests|tools)\/\S+/g) ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  // docs/performance.md quotes the names of other programs.
  it.each(pages.filter((page) => page !== 'docs/performance.md'))(
    'every constant and variable in %s exists',
    (page) => {
      const named = readFileSync(page, 'utf8').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []
      const others = [...sourcesBelow(['tools'], /\.mjs$/), ...sourcesBelow(['deploy'], /./)]
      const everything = [...code, ...others].map(({ text: source }) => source).join('\n')
      expect(named.filter((name) => !everything.includes(name))).toEqual([])
    },
  )

  it('every page and section of the specification named in code exists', () => {
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
