// Builds the app and the server if they are older than their sources.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const shared = ['resolvers', 'shared', 'schema.graphql', 'package-lock.json']

export async function buildServerIfStale() {
  await buildIfStale('dist/index.html', 'vite.config.ts', [...shared, 'src', 'worker', 'public', 'index.html', 'tools'])
  await buildIfStale('dist-server/main.js', 'vite.server.config.ts', [...shared, 'server'])
}

/** Returns when a file, or the newest file below a folder, was changed. */
function changedAt(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

async function buildIfStale(file, configFile, sources) {
  const isStale = !existsSync(file) || Math.max(...[...sources, configFile].map(changedAt)) > statSync(file).mtimeMs
  if (!isStale) return
  await build({ configFile, logLevel: 'warn' }).catch((error) => {
    throw new Error(`The server cannot be started, because ${file} cannot be built: ${error.message}`, { cause: error })
  })
}
