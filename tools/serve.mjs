// `npm run serve`: builds the app and the server if they are older than their sources, and runs the server with the same
// arguments.
import { spawn } from 'node:child_process'
import { buildServerIfStale } from './buildServer.mjs'

await buildServerIfStale().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const server = spawn(process.execPath, ['dist-server/main.js', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
