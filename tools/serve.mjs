// `npm run serve`: builds the app and the server if they are older than their sources, and runs the server with the same
// arguments.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const main = 'dist-server/main.js'
const shared = ['resolvers', 'shared', 'schema.graphql', 'package-lock.json']
await buildIfStale('dist/index.html', 'vite.config.ts', [...shared, 'src', 'worker', 'public', 'index.html', 'tools'])
await buildIfStale(main, 'vite.server.config.ts', [...shared, 'server'])

const server = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Returns when a file, or the newest file below a folder, was changed. */
function changedAt(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

async function buildIfStale(file, configFile, sources) {
  const isStale = !existsSync(file) || Math.max(...[...sources, configFile].map(changedAt)) > statSync(file).mtimeMs
  if (isStale) await build({ configFile, logLevel: 'warn' })
}
