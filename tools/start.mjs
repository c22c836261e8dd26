// `npm start`: builds the app, serves it, and prints its address and the demo account.
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { build, preview, runnerImport } from 'vite'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4173' }, outDir: { type: 'string', default: 'dist' } },
})
const port = Number(values.port)
const config = { logLevel: 'warn', build: { outDir: values.outDir }, preview: { port, strictPort: true } }

try {
  await checkPort()
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

/** Throws if the port is taken, before the slow build. */
async function checkPort() {
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
