// Loads a TypeScript module of a tool.
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles a module for Node and imports it. `path` is that in this folder, without its ending. Packages are not bundled.
 * Unlike a module of Vite's runner it may import others on demand, and it runs without the runner's overhead.
 */
export async function load(path) {
  // Below node_modules, so that the bundle finds the packages.
  const outDir = join(root, 'node_modules/.cache/tools', `${basename(path)}-${process.pid}`)
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, 'tools', `${path}.ts`),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  })
  return import(pathToFileURL(join(outDir, 'entry.mjs')).href)
}
