// `npm start`: builds the app, serves it, and prints its address and the demo account.
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { build, preview, runnerImport } from 'vite'

const usage = 'Usage: npm start -- [--port 4173] [--outDir dist]'

try {
  const { port, outDir } = readOptions()
  const config = { logLevel: 'warn', build: { outDir }, preview: { port, strictPort: true } }
  await checkPort(port)
  await build(config)
  const server = await preview(config)
  const { module } = await runnerImport('./resolvers/seed/demoAccount.ts')
  const { username, password } = module.demoAccount

  console.log(`Weft is at ${server.resolvedUrls?.local[0]}`)
  console.log(`Press Test Login, or log in as ${username} with the password ${password}`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

function readOptions() {
  try {
    const options = { port: { type: 'string', default: '4173' }, outDir: { type: 'string', default: 'dist' } }
    const { port, outDir } = parseArgs({ options }).values
    if (/^\d{1,5}$/.test(port)) return { port: Number(port), outDir }
  } catch {
    // The option is unknown.
  }
  throw new Error(usage)
}

/** Throws if the port is taken, before the slow build. */
async function checkPort(port) {
  const probe = createServer()
  await new Promise((resolve, reject) => {
    probe.once('error', (error) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`) : error)
    })
    probe.listen(port, 'localhost', resolve)
  })
  await new Promise((resolve) => {
    probe.close(resolve)
  })
}
