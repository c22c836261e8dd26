import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * A Vite plugin: builds worker/serviceWorker.ts into one file, /sw.js, which contains a list of the app's files. The
 * files that only the module `graphiqlPage` needs are in a second list. In dev, both lists are empty. Also builds
 * worker/serviceWorkerOnServer.ts into /sw-server.js, which a server sends in its place; its list has no files that only
 * `inBrowserOnly` needs.
 * @param {{ graphiqlPage: string, inBrowserOnly: string[] }} options
 * @returns {import('vite').Plugin}
 */
export function serviceWorker({ graphiqlPage, inBrowserOnly }) {
  let config
  return {
    name: 'weft:service-worker',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        const send = ({ output }) => response.setHeader('content-type', 'text/javascript').end(output[0].code)
        buildWorker({ write: false }).then(send, next)
      })
    },
    async writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      for (const module of [graphiqlPage, ...inBrowserOnly])
        if (!chunks.some((chunk) => contains(chunk, module))) throw new Error(`No chunk of the build is ${module}.`)
      const entries = chunks.filter((chunk) => chunk.isEntry)
      const files = filesBelow(dir).filter(
        (file) => !['sw.js', 'sw-server.js', 'robots.txt', '404.html'].includes(file) && !file.startsWith('.vite/'),
      )
      const isBuilt = (file) => file in bundle && !file.endsWith('.html')
      const listsWithout = (excluded) => {
        const all = reachableFiles(bundle, entries, excluded)
        const own = reachableFiles(bundle, entries, [...excluded, graphiqlPage])
        return {
          app: files
            .filter((file) => !isBuilt(file) || own.has(file))
            .map((file) => ({ url: `/${file}`, revision: revisionOf(file) })),
          graphiql: files.filter((file) => all.has(file) && !own.has(file)).map((file) => `/${file}`),
        }
      }
      await buildWorker({ ...listsWithout([]), outDir: dir })
      const onServer = { entry: 'worker/serviceWorkerOnServer.ts', file: 'sw-server.js' }
      await buildWorker({ ...listsWithout(inBrowserOnly), ...onServer, outDir: dir })

      /** Returns null if the name already contains a hash of the content. */
      function revisionOf(file) {
        if (file.startsWith(`${config.build.assetsDir}/`)) return null
        return createHash('sha256')
          .update(readFileSync(join(dir, file)))
          .digest('hex')
          .slice(0, 8)
      }
    },
  }
}

/** Returns the files that these chunks load, statically or dynamically, other than through the modules in `excluded`. */
function reachableFiles(bundle, chunks, excluded) {
  const files = new Set()
  const addAsset = (file) => {
    if (files.has(file)) return
    files.add(file)
    const { source } = bundle[file]
    // The chunks of a worker are assets, too.
    if (file.endsWith('.js'))
      Object.keys(bundle)
        .filter((other) => source.includes(basename(other)))
        .forEach(addAsset)
  }
  const visit = (chunk) => {
    if (!chunk || files.has(chunk.fileName) || excluded.some((module) => contains(chunk, module))) return
    files.add(chunk.fileName)
    for (const file of chunk.viteMetadata.importedCss) files.add(file)
    chunk.viteMetadata.importedAssets.forEach(addAsset)
    for (const file of [...chunk.imports, ...chunk.dynamicImports]) visit(bundle[file])
  }
  chunks.forEach(visit)
  return files
}

/** Returns whether a chunk has this module, or is how it is imported. */
function contains({ facadeModuleId, moduleIds }, module) {
  const id = resolve(module).replaceAll('\\', '/')
  return facadeModuleId === id || moduleIds.includes(id)
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
}

/** Builds a service worker into one file, because it cannot use `import()`. */
export function buildWorker({
  entry = 'worker/serviceWorker.ts',
  file = 'sw.js',
  app = [],
  graphiql = [],
  outDir = 'dist',
  write = true,
}) {
  return build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [staticImports()],
    define: {
      APP_FILES: JSON.stringify(app),
      GRAPHIQL_FILES: JSON.stringify(graphiql),
      // In dev too, because Workbox would log every request.
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    // Builds for an environment without a document.
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: entry,
      outDir,
      write,
      emptyOutDir: false,
      target: 'es2023',
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        // Removes lists of validation rules that nothing uses, which graphql freezes.
        treeshake: { manualPureFunctions: ['Object.freeze'] },
        output: { format: 'es', entryFileNames: file, codeSplitting: false },
        checks: { bundlerTimings: false },
      },
    },
  })
}

/**
 * A Vite plugin: makes dynamic imports static. They save nothing in a single file, and the bundler would wrap all modules
 * that they reach in functions.
 * @returns {import('vite').Plugin}
 */
function staticImports() {
  return {
    name: 'weft:static-imports',
    transform: {
      // After TypeScript was compiled.
      order: 'post',
      filter: { id: { exclude: /\/node_modules\// }, code: 'import(' },
      handler(code) {
        const imports = []
        const rest = code.replaceAll(/\bimport\((["'][^"']+["'])\)/g, (_import, path) => {
          const name = `lazy${imports.length}`
          imports.push(`import * as ${name} from ${path}\n`)
          return `Promise.resolve(${name})`
        })
        return { code: imports.join('') + rest, map: null }
      },
    },
  }
}
