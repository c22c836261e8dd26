// `npm run size`: compares the gzipped size of what a browser loads with the budgets. Reads the built files in dist.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const entry = 'index.html'

const home = [
  entry,
  'src/pages/app.chunk.ts',
  'resolvers/browser/index.ts',
  'resolvers/seed/seed.ts',
  'src/backend/inPageBackend.ts',
  'src/ui/toasts/ToastContainer.tsx',
]

/**
 * The files that each page loads: the entry and these modules with all static imports. Limits are in kB (1000 bytes).
 */
const budgets = [
  {
    name: 'JavaScript of landing, log-in and sign-up',
    limit: 101.5,
    files: scripts(entry, 'src/pages/visitor.chunk.ts'),
  },
  { name: 'JavaScript of /home, backend and toasts included', limit: 303, files: scripts(...home) },
  {
    name: 'JavaScript of /lab, backend included',
    limit: 316.5,
    files: scripts(
      ...home,
      'src/pages/lab/LabPage.tsx',
      'resolvers/lab/lab.ts',
      'src/devtools/lab/data/dataTools.chunk.ts',
    ),
  },
  { name: 'CSS of the whole app but GraphiQL', limit: 24, files: styles() },
  { name: 'Service worker, backend included', limit: 124, files: ['sw.js'] },
  { name: 'Fonts, Latin', limit: 120, files: fonts(/-latin-(?!ext)/), raw: true },
]

let failed = false
for (const { name, limit, files, raw } of budgets) {
  if (files.length === 0) throw new Error(`Nothing was measured for "${name}".`)
  const size = files.reduce((sum, file) => sum + sizeOf(file, raw), 0) / 1000
  const fits = size <= limit
  failed ||= !fits
  console.log(`${fits ? 'fits  ' : 'TOO BIG'} ${size.toFixed(1).padStart(6)} of ${limit} kB  ${name}`)
}
process.exitCode = failed ? 1 : 0

function scripts(...modules) {
  const seen = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk for ${key}.`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  modules.forEach(visit)
  return [...seen]
}

/** Returns the style sheets except GraphiQL's, which no other page loads. */
function styles() {
  const app = Object.keys(manifest).filter(
    (key) => key === entry || (/^src\/.*\.tsx?$/.test(key) && !/graphiql/.test(key)),
  )
  const chunks = new Set(scripts(...app))
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => (chunks.has(file) ? css : []))
  return [...new Set(files)]
}

function fonts(pattern) {
  return assets(/\.woff2$/).filter((file) => pattern.test(file))
}

function assets(pattern) {
  return readdirSync('dist/assets')
    .filter((file) => pattern.test(file))
    .map((file) => `assets/${file}`)
}

function sizeOf(file, raw = false) {
  const content = readFileSync(join('dist', file))
  return raw ? content.length : gzipSync(content, { level: 9 }).length
}
