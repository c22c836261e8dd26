import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBackendPath } from '../../resolvers/index.ts'
import { cyclesIn, importGraph, importsOf } from './importGraph.ts'
import { sourcesBelow, type Source } from './sources.ts'

/** Returns the imports of these files that the rule forbids, as "file -> import". */
function violations(sources: readonly Source[], forbids: (imported: string, path: string) => boolean): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((imported) => forbids(imported, source.path))
      .map((imported) => `${source.path} -> ${imported}`),
  )
}

const resolvers = sourcesBelow(['resolvers'], /\.ts$/)
const app = sourcesBelow(['src'], /\.tsx?$/)

describe('folders', () => {
  it('no folder has the name of a backend address, because the service worker would handle it in dev', () => {
    const folders = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.filter(({ name }) => isBackendPath(`/${name}/file.ts`))).toEqual([])
  })
})

describe('allowed imports', () => {
  it('the test itself finds static and dynamic imports', () => {
    expect(importsOf({ path: 'src/a/b.ts', text: "import { c } from '../c.ts'\nconst d = import('./d.ts')" })).toEqual([
      'src/c.ts',
      'src/a/d.ts',
    ])
  })

  it('the backend imports neither the app nor React or Apollo', () => {
    expect(violations(resolvers, (name) => /^src\/|^worker\/|^react|^@apollo|^lucide/.test(name))).toEqual([])
  })

  it('only src/backend imports the backend, through its public entries', () => {
    const entries = new Set(['resolvers/browser/index.ts', 'resolvers/browser/lab.ts'])
    const isAllowed = (name: string, path: string) => path.startsWith('src/backend/') && entries.has(name)
    expect(violations(app, (name, path) => name.startsWith('resolvers/') && !isAllowed(name, path))).toEqual([])
  })

  it('the core of the backend imports nothing that only a browser has', () => {
    const core = resolvers.filter(({ path }) => !/^resolvers\/(browser|store\/indexeddb)\//.test(path))
    const forbidden = /^resolvers\/(browser|store\/indexeddb)\/|^idb$/
    expect(violations(core, (name) => forbidden.test(name))).toEqual([])
  })

  it('neither the app, a worker nor the rest of the backend imports the Postgres store or anything of Node', () => {
    const others = sourcesBelow(['resolvers', 'src', 'worker', 'shared'], /\.tsx?$/).filter(
      ({ path }) => !path.startsWith('resolvers/store/postgres/'),
    )
    const forbidden = /^resolvers\/store\/postgres\/|^node:|^(pg|kysely|@electric-sql\/pglite)(\/|$)/
    expect(violations(others, (name) => forbidden.test(name))).toEqual([])
  })

  it('only the public entries of the backend import the lab', () => {
    const outside = resolvers.filter(
      ({ path }) => !/^resolvers\/(lab\/|index\.ts$|browser\/(index|lab)\.ts$)/.test(path),
    )
    expect(violations(outside, (name) => name.startsWith('resolvers/lab/'))).toEqual([])
  })

  it('shared imports nothing outside of it but the library that finds addresses', () => {
    const shared = sourcesBelow(['shared'], /\.ts$/)
    expect(shared).not.toEqual([])
    expect(violations(shared, (name) => !/^shared\/|^linkify-it$/.test(name))).toEqual([])
  })

  it('the workers import the backend, shared code and Workbox, not the app', () => {
    const worker = sourcesBelow(['worker'], /\.ts$/)
    const allowed = /^(worker|shared)\/|^resolvers\/(browser\/)?index\.ts$|^workbox-/
    expect(violations(worker, (name) => !allowed.test(name))).toEqual([])
  })

  it('the server imports the backend and shared code, and nothing imports the server', () => {
    const server = sourcesBelow(['server'], /\.ts$/)
    expect(violations(server, (name) => /^(src|worker)\//.test(name))).toEqual([])
    const others = sourcesBelow(['resolvers', 'src', 'worker', 'shared'], /\.tsx?$/)
    expect(violations(others, (name) => name.startsWith('server/'))).toEqual([])
  })

  it('services and stores import neither GraphQL nor REST', () => {
    const inner = resolvers.filter(({ path }) => /^resolvers\/(services|store)\//.test(path))
    const allowed = /^resolvers\/(services|store|events|lib|generated\/types)[/.]/
    expect(violations(inner, (name) => name.startsWith('resolvers/') && !allowed.test(name))).toEqual([])
    expect(violations(inner, (name) => name === 'graphql')).toEqual([])
  })

  it("snapshots and the lab's generator and scenarios use the store, the seed and the events only", () => {
    const data = resolvers.filter(({ path }) =>
      /^resolvers\/(snapshot\/|lab\/(generator\/|(scenarios|runDataTask|tasks)\.ts$))/.test(path),
    )
    const allowed = [
      /^resolvers\/(store|seed|events|lib|snapshot|lab\/generator)\//,
      /^resolvers\/lab\/(tasks|scenarios|scenarioTotals)\.ts$/,
      /^shared\//,
      /^valibot$/,
    ]
    expect(data).not.toEqual([])
    expect(violations(data, (name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([])
  })

  it('stores import no services, and REST imports neither HTTP nor GraphQL', () => {
    const of = (folder: string) => resolvers.filter(({ path }) => path.startsWith(folder))
    expect(violations(of('resolvers/store/'), (name) => name.startsWith('resolvers/services'))).toEqual([])
    const allowed = /^(shared|resolvers\/(rest|services|store|lib))\//
    expect(violations(of('resolvers/rest/'), (name) => !allowed.test(name))).toEqual([])
  })

  /** From top to bottom. Each layer may import only from itself and from lower layers. */
  const layers = [
    'start',
    'pages',
    'layout',
    'devtools',
    'features',
    'apollo',
    'pagedList',
    'session',
    'backend',
    'pwa',
    'ui',
    'lib',
    'generated',
  ]
  const layerOf = (path: string) => layers.indexOf(/^src\/([^/]+)\//.exec(path)?.[1] ?? '')

  it('each layer of the app imports only layers below it', () => {
    const folders = new Set(app.flatMap(({ path }) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []))
    expect([...folders, 'generated'].toSorted()).toEqual(layers.toSorted())
    const upwards = violations(app, (imported, path) => {
      const [from, to] = [layerOf(path), layerOf(imported)]
      return from >= 0 && to >= 0 && to < from
    })
    expect(upwards).toEqual([])
  })

  /** The other features that each feature may import. */
  const featureImports: Record<string, string[]> = {
    attachments: ['drafts'],
    composer: ['attachments', 'drafts', 'mentions', 'postChanges'],
    drafts: [],
    live: ['notifications', 'people', 'postChanges'],
    media: ['people'],
    mentions: ['people', 'texts'],
    notifications: ['people', 'posts'],
    people: [],
    postChanges: ['attachments', 'drafts', 'mentions', 'texts'],
    posts: ['media', 'people', 'postChanges', 'texts'],
    profile: ['attachments', 'drafts', 'people', 'posts', 'texts'],
    shortcuts: [],
    storage: [],
    texts: ['people'],
    threads: ['people', 'postChanges', 'posts'],
  }

  it('features import each other only as this table allows', () => {
    const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? path
    const features = app.filter(({ path }) => path.startsWith('src/features/'))
    const found = [...importGraph(features, featureOf)].map(([feature, imported]) => [
      feature,
      [...imported].toSorted(),
    ])
    expect(Object.fromEntries(found)).toEqual(featureImports)
  })

  /** `auth` stores the data of Home, which the response to a log-in holds. */
  const sharedPages = /^src\/pages\/(notFound\/|home\/HomePage\.generated)/

  it('a page imports no other page but notFound, and the query of Home', () => {
    const pageOf = (path: string) => /^src\/pages\/([^/.]+)\//.exec(path)?.[1]
    const across = violations(
      app.filter(({ path }) => pageOf(path)),
      (imported, path) =>
        pageOf(imported) !== undefined && pageOf(imported) !== pageOf(path) && !sharedPages.test(imported),
    )
    expect(across).toEqual([])
  })
})

describe('cycles', () => {
  const all = [...resolvers, ...app]
  /** Returns the folder below resolvers/ or src/, or the path of a file that is not in one. */
  const folderOf = (path: string) => /^(?:resolvers|src)\/[^/]+(?=\/)/.exec(path)?.[0] ?? path

  it('the test itself finds a cycle of three and no cycle in a diamond', () => {
    const source = (path: string, ...imports: string[]) => ({
      path,
      text: imports.map((name) => `import '${name}'`).join('\n'),
    })
    const cycle = [source('a/1.ts', '../b/2.ts'), source('b/2.ts', '../c/3.ts'), source('c/3.ts', '../a/1.ts')]
    expect(cyclesIn(importGraph(cycle))).toEqual([['a/1.ts', 'b/2.ts', 'c/3.ts']])
    const diamond = [
      source('1.ts', './2.ts', './3.ts'),
      source('2.ts', './4.ts'),
      source('3.ts', './4.ts'),
      source('4.ts'),
    ]
    expect(cyclesIn(importGraph(diamond))).toEqual([])
  })

  it('files do not import one another in a cycle', () => {
    expect(cyclesIn(importGraph(all))).toEqual([])
  })

  it('folders do not import one another in a cycle', () => {
    expect(cyclesIn(importGraph(all, folderOf))).toEqual([])
  })
})
