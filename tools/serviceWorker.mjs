import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * A Vite plugin: builds worker/index.ts into one file, /sw.js, with a list of the app's files in it. What only the
 * module `extra` reaches is listed apart. The dev server answers /sw.js with a worker that keeps no files.
 * @param {{ extra: string }} options
 * @returns {import('vite').Plugin}
 */
export function serviceWorker({ extra }) {
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
      if (!chunks.some((chunk) => contains(chunk, extra))) throw new Error(`No chunk of the build is ${extra}.`)
      const own = reached(
        bundle,
        chunks.filter((chunk) => chunk.isEntry),
        extra,
      )
      const files = filesBelow(dir).filter((file) => file !== 'sw.js' && !file.startsWith('.vite/'))
      const isExtra = (file) => file in bundle && file !== 'index.html' && !own.has(file)
      await buildWorker({
        outDir: dir,
        app: files.filter((file) => !isExtra(file)).map((file) => ({ url: `/${file}`, revision: revisionOf(file) })),
        extras: files.filter(isExtra).map((file) => `/${file}`),
      })

      /** Null where the name says it already. */
      function revisionOf(file) {
        if (file.startsWith(`${config.build.assetsDir}/`)) return null
        return createHash('sha256')
          .update(readFileSync(join(dir, file)))
          .digest('hex')
          .slice(0, 16)
      }
    },
  }
}

/** The files that these chunks reach, at once or later, without going through `extra`. */
function reached(bundle, chunks, extra) {
  const files = new Set()
  const visit = (chunk) => {
    if (!chunk || files.has(chunk.fileName) || contains(chunk, extra)) return
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

/** One file, because a service worker cannot `import()`. */
function buildWorker({ app = [], extras = [], outDir = 'dist', write = true }) {
  return build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      APP_FILES: JSON.stringify(app),
      EXTRA_FILES: JSON.stringify(extras),
      // In dev too: workbox would report on every request.
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    // A build without a page: nothing of it may look for a document.
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: 'worker/index.ts',
      outDir,
      write,
      emptyOutDir: false,
      target: 'es2023',
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'sw.js', codeSplitting: false } },
    },
  })
}
