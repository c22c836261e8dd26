// `npm run serve`: builds the server if it is older than its sources, and runs it with the same arguments.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const configFile = 'vite.server.config.ts'
const main = 'dist-server/main.js'
const sources = ['server', 'resolvers', 'shared', 'schema.graphql', 'package-lock.json', configFile]

const isStale = !existsSync(main) || Math.max(...sources.map(changedAt)) > statSync(main).mtimeMs
if (isStale) await build({ configFile, logLevel: 'warn' })

const server = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Returns when a file, or the newest file below a folder, was changed. */
function changedAt(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}
