import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBackendPath } from '../../resolvers/http/handler.ts'
import { sourcesBelow, type Source } from './sources.ts'

/** What a file imports: other files by their path from the root, packages by their name. */
function importsOf({ path, text }: Source): string[] {
  const found = text.matchAll(/(?<!')(?:from|import|new URL)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
}

/** Every import of these files that the rule forbids, as "file -> import". */
function breaches(sources: readonly Source[], forbids: (imported: string, path: string) => boolean): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((imported) => forbids(imported, source.path))
      .map((imported) => `${source.path} -> ${imported}`),
  )
}

const resolvers = sourcesBelow(['resolvers'], /\.ts$/)
const app = sourcesBelow(['src'], /\.tsx?$/)

describe('where files lie', () => {
  it('no folder has the name of a backend address, which the service worker would answer in dev', () => {
    const folders = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.filter(({ name }) => isBackendPath(`/${name}/file.ts`))).toEqual([])
  })
})

describe('imports point one way', () => {
  it('the test itself finds static and dynamic imports', () => {
    expect(importsOf({ path: 'src/a/b.ts', text: "import { c } from '../c.ts'\nconst d = import('./d.ts')" })).toEqual([
      'src/c.ts',
      'src/a/d.ts',
    ])
  })

  it('the backend imports neither the app nor React or Apollo', () => {
    expect(breaches(resolvers, (name) => /^src\/|^worker\/|^react|^@apollo|^lucide/.test(name))).toEqual([])
  })

  it('only src/backend imports the backend, through its public entry', () => {
    const isAllowed = (name: string, path: string) => path.startsWith('src/backend/') && name === 'resolvers/index.ts'
    expect(breaches(app, (name, path) => name.startsWith('resolvers/') && !isAllowed(name, path))).toEqual([])
  })

  it('only the public entry of the backend imports the lab', () => {
    const outside = resolvers.filter(({ path }) => !/^resolvers\/(lab\/|index\.ts$)/.test(path))
    expect(breaches(outside, (name) => name.startsWith('resolvers/lab/'))).toEqual([])
  })

  it('shared imports nothing', () => {
    const shared = sourcesBelow(['shared'], /\.ts$/)
    expect(shared).not.toEqual([])
    expect(breaches(shared, () => true)).toEqual([])
  })

  it('the workers import the backend and Workbox, not the app', () => {
    const worker = sourcesBelow(['worker'], /\.ts$/)
    const allowed = /^worker\/|^resolvers\/(index|http\/handler|lab\/withLab)\.ts$|^workbox-/
    expect(breaches(worker, (name) => !allowed.test(name))).toEqual([])
  })

  it('services and stores import neither GraphQL nor REST', () => {
    const inner = resolvers.filter(({ path }) => /^resolvers\/(services|store)\//.test(path))
    const allowed = /^resolvers\/(services|store|events|lib|browser\/broadcast|generated\/types)[/.]/
    expect(breaches(inner, (name) => name.startsWith('resolvers/') && !allowed.test(name))).toEqual([])
    expect(breaches(inner, (name) => name === 'graphql')).toEqual([])
  })

  it("the lab's generator, scenarios and snapshots use the store, the seed and the events only", () => {
    const data = resolvers.filter(({ path }) =>
      /^resolvers\/lab\/(generator\/|snapshot\/|(scenarios|runDataTask|tasks)\.ts$)/.test(path),
    )
    const allowed =
      /^resolvers\/(store|seed|events|lib|lab\/generator|lab\/snapshot)\/|^resolvers\/lab\/(tasks|scenarios)\.ts$|^shared\/|^valibot$/
    expect(data).not.toEqual([])
    expect(breaches(data, (name) => !allowed.test(name))).toEqual([])
  })

  it('stores import no services, and REST imports no GraphQL types', () => {
    const of = (folder: string) => resolvers.filter(({ path }) => path.startsWith(folder))
    expect(breaches(of('resolvers/store/'), (name) => name.startsWith('resolvers/services'))).toEqual([])
    expect(
      breaches(of('resolvers/rest/'), (name) =>
        /^resolvers\/(schema|context|Query|Mutation|Subscription|User|Post)/.test(name),
      ),
    ).toEqual([])
  })

  /** From top to bottom; each may import only from itself and from those below. */
  const layers = ['pages', 'layout', 'features', 'apollo', 'session', 'backend', 'pwa', 'ui', 'generated']
  const layerOf = (path: string) => layers.indexOf(/^src\/([^/]+)\//.exec(path)?.[1] ?? '')

  it('each layer of the app imports only layers below it', () => {
    const upwards = breaches(app, (imported, path) => {
      const [from, to] = [layerOf(path), layerOf(imported)]
      return from >= 0 && to >= 0 && to < from
    })
    expect(upwards).toEqual([])
  })

  it('a page imports no other page but notFound', () => {
    const pageOf = (path: string) => /^src\/pages\/([^/.]+)\//.exec(path)?.[1]
    const across = breaches(
      app.filter(({ path }) => pageOf(path)),
      (imported, path) =>
        pageOf(imported) !== undefined && pageOf(imported) !== pageOf(path) && pageOf(imported) !== 'notFound',
    )
    expect(across).toEqual([])
  })
})
