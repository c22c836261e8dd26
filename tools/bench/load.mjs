// Loads a TypeScript module of a benchmark.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles a module of this folder for Node and imports it. Packages are not bundled. Unlike a module of Vite's runner it
 * may import others on demand, and it runs without the runner's overhead.
 */
export async function load(name) {
  // Below node_modules, so that the bundle finds the packages.
  const outDir = join(root, 'node_modules/.cache/bench', `${name}-${process.pid}`)
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, 'tools/bench', `${name}.ts`),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  })
  return import(pathToFileURL(join(outDir, 'entry.mjs')).href)
}
