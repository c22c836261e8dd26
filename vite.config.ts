import { realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { cloudOf } from './shared/cloud.ts'
import { chunksByEntry, eagerChunks } from './tools/chunks.mjs'
import { compressedFiles } from './tools/compressedFiles.mjs'
import { contentSecurityPolicy } from './tools/contentSecurityPolicy.mjs'
import { prerenderedPages } from './tools/pages.mjs'
import { schemaFile } from './tools/schemaFile.mjs'
import { serviceWorker } from './tools/serviceWorker.mjs'

const inBrowserBackend = ['resolvers/browser/index.ts', 'src/backend/inPageBackend.ts']
const dataTools = 'src/devtools/lab/data/dataTools.chunk.ts'
/** What pages of a server do not load. */
const inBrowserOnly = [...inBrowserBackend, dataTools]
/** What every page of the app loads at the start. */
const appStart = ['src/pages/app.chunk.ts', ...inBrowserBackend]

export default defineConfig({
  plugins: [
    react(),
    productionRouter(),
    schemaFile(),
    prerenderedPages({
      pages: {
        visitor: ['src/pages/visitor.chunk.ts'],
        app: appStart,
        settings: [...appStart, 'src/pages/settings/SettingsPage.tsx'],
        userprofile: [...appStart, 'src/pages/profile/ProfilePage.tsx', 'src/pages/people/PeoplePages.tsx'],
        user: [...appStart, 'src/pages/profile/ProfilePage.tsx'],
        tag: [...appStart, 'src/pages/tag/TagPage.tsx'],
        search: [...appStart, 'src/pages/search/SearchPage.tsx'],
        post: [...appStart, 'src/pages/post/PostPage.tsx', 'src/pages/people/PeoplePages.tsx'],
        lab: [...appStart, 'src/pages/lab/LabPage.tsx', 'resolvers/lab/lab.ts', dataTools],
      },
      inBrowserOnly,
      onServer: ['src/backend/serverBackend.ts'],
    }),
    eagerChunks(['base', 'app', 'shared', 'libraries', 'backend']),
    contentSecurityPolicy({ uploadHost: (env) => cloudOf(env)?.host }),
    serviceWorker({
      graphiqlPage: 'src/devtools/graphiql/GraphiQLPage.tsx',
      inBrowserOnly,
    }),
    compressedFiles(),
  ],
  // RxJS as modern JavaScript: its default is ES5 with helpers, 1.6 kB more.
  resolve: { conditions: [...defaultClientConditions, 'es2015'] },
  // Shorter than Vite's names, which have a hash of the file and a line.
  css: { modules: { generateScopedName: scopedName } },
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true },
  // So that GraphiQL's worker loads the formatter only when it formats.
  worker: { format: 'es' },
  // The scan does not look into workers: found late, these would reload the page.
  optimizeDeps: {
    include: [
      'monaco-editor/esm/vs/editor/editor.worker.js',
      'monaco-editor/esm/vs/language/json/json.worker.js',
      'monaco-graphql/esm/graphql.worker.js',
    ],
  },
  build: {
    target: 'es2023',
    // The size check reads which chunks a page loads from here.
    manifest: true,
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 6000,
    rolldownOptions: {
      // On a busy machine the build would print which plugins are slow.
      checks: { bundlerTimings: false },
      onLog(level, log, handler) {
        // A directive for compilers that this build does not run.
        const isHarmless = log.code === 'MODULE_LEVEL_DIRECTIVE' && log.id?.includes('/node_modules/')
        if (!isHarmless) handler(level, log)
      },
      output: {
        codeSplitting: {
          groups: chunksByEntry({
            // What every page needs.
            base: (staticImportsOf) => {
              const app = staticImportsOf('src/pages/app.chunk.ts')
              const sharedByAll = [...staticImportsOf('src/pages/visitor.chunk.ts')].filter((id) => app.has(id))
              return new Set([...staticImportsOf('src/main.tsx'), ...sharedByAll])
            },
            app: (staticImportsOf) => staticImportsOf('src/pages/app.chunk.ts'),
            // Small parts of profiles and lists of people, which compress better in one file.
            people: (staticImportsOf) => staticImportsOf('src/pages/people/PeoplePages.tsx'),
            // The backend needs it for the index of tags, and pages of a server, which have no backend, for the first text with
            // an address.
            addresses: (staticImportsOf) =>
              new Set([
                resolve('shared/addresses.ts').replaceAll('\\', '/'),
                ...staticImportsOf('shared/addresses.ts'),
              ]),
            // What the app needs on both hosts: the lab, the database of drafts, and code that the backend needs, too.
            shared: (staticImportsOf) => {
              const onServer = staticImportsOf('src/backend/serverBackend.ts')
              const log = staticImportsOf('resolvers/lab/requestLog.ts')
              return new Set([
                ...[...staticImportsOf('src/backend/inPageBackend.ts')].filter((id) => onServer.has(id)),
                ...[...staticImportsOf('resolvers/browser/index.ts')].filter((id) => isShared(id) || log.has(id)),
                // For the request log, without the libraries below.
                ...packageFiles([
                  'graphql/jsutils/instanceOf.mjs',
                  'graphql/language/directiveLocation.mjs',
                  'graphql/utilities/getOperationAST.mjs',
                  'uuid/dist/rng.js',
                  'uuid/dist/stringify.js',
                ]),
              ])
            },
            // With what they import. The lab and GraphiQL need them on a server, too, which does not load the backend.
            libraries: () => packageFiles(['graphql/execution/execute.mjs', 'valibot/dist/index.mjs']),
            backend: (staticImportsOf) => staticImportsOf('resolvers/browser/index.ts'),
          }),
        },
      },
    },
  },
})

/** Returns the ids of files of packages. Throws if one no longer exists. */
function packageFiles(paths: string[]): Set<string> {
  return new Set(paths.map((path) => realpathSync(`node_modules/${path}`).replaceAll('\\', '/')))
}

function isShared(id: string): boolean {
  return id.includes('/node_modules/idb/') || id.startsWith(`${resolve('shared')}/`.replaceAll('\\', '/'))
}

function scopedName(name: string, file: string): string {
  return `${basename(file, '.module.css')}-${name}`
}

/** Builds with React Router's production files. Its package exports only the development ones, which contain warnings. */
function productionRouter(): Plugin {
  const replacement = resolve('node_modules/react-router/dist/production/index.mjs')
  return {
    name: 'weft:production-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement }] } }),
  }
}
