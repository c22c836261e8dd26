import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * A Vite plugin: builds worker/index.ts into one file, /sw.js, which contains a list of the app's files. The files that
 * only the module `graphiqlPage` needs are in a second list. In dev, both lists are empty. Also builds worker/onServer.ts
 * into /sw-server.js, which a server sends in its place.
 * @param {{ graphiqlPage: string }} options
 * @returns {import('vite').Plugin}
 */
export function serviceWorker({ graphiqlPage }) {
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
      if (!chunks.some((chunk) => contains(chunk, graphiqlPage)))
        throw new Error(`No chunk of the build is ${graphiqlPage}.`)
      const own = reachableFiles(
        bundle,
        chunks.filter((chunk) => chunk.isEntry),
        graphiqlPage,
      )
      const files = filesBelow(dir).filter(
        (file) => !['sw.js', 'sw-server.js', 'robots.txt', '404.html'].includes(file) && !file.startsWith('.vite/'),
      )
      const isGraphiqlFile = (file) => file in bundle && !file.endsWith('.html') && !own.has(file)
      const lists = {
        app: files
          .filter((file) => !isGraphiqlFile(file))
          .map((file) => ({ url: `/${file}`, revision: revisionOf(file) })),
        graphiql: files.filter(isGraphiqlFile).map((file) => `/${file}`),
      }
      await buildWorker({ ...lists, outDir: dir })
      await buildWorker({ ...lists, outDir: dir, entry: 'worker/onServer.ts', file: 'sw-server.js' })

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

/** Returns the files that these chunks load, statically or dynamically, other than through `graphiqlPage`. */
function reachableFiles(bundle, chunks, graphiqlPage) {
  const files = new Set()
  const visit = (chunk) => {
    if (!chunk || files.has(chunk.fileName) || contains(chunk, graphiqlPage)) return
    files.add(chunk.fileName)
    for (const file of [...chunk.viteMetadata.importedCss, ...chunk.viteMetadata.importedAssets]) files.add(file)
    for (const file of [...chunk.imports, ...chunk.dynamicImports]) visit(bundle[file])
  }
  chunks.forEach(visit)
  return files
}

function contains(chunk, module) {
  return chunk.facadeModuleId === resolve(module).replaceAll('\\', '/')
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
}

/** Builds a service worker into one file, because it cannot use `import()`. */
export function buildWorker({
  entry = 'worker/index.ts',
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
