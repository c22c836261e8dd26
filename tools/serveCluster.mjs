// `npm run serve:cluster -- 3`: runs several server processes behind a proxy, over one Postgres on this machine. Other
// arguments, such as --demo, are those of `npm run serve`.
import { buildServerIfStale } from './buildServer.mjs'
import { startServerCluster } from './startServerCluster.mjs'

const DEFAULT_PORT = 4000

const [first, ...args] = process.argv.slice(2)
const count = Number(first ?? 3)
const { DATABASE_URL: databaseUrl, PORT: port = DEFAULT_PORT, METRICS_PORT: _metrics, ...env } = process.env

const onLine = (index, line) => console.log(`${index + 1}  ${line}`)
let cluster
let isStopped = false
try {
  if (!(count >= 1)) throw new Error('Name the number of processes: npm run serve:cluster -- 3')
  await buildServerIfStale()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      // npm passes on the signal of Ctrl+C, which the terminal has sent to this process, too.
      if (isStopped) return
      isStopped = true
      void cluster?.stop()
    })
  cluster = await startServerCluster({ count, args, env, port: Number(port), databaseUrl, onLine })
  if (isStopped) await cluster.stop()
  else {
    if (cluster.postgres)
      console.log(
        'Data: a Postgres server in a temporary folder, which is removed at the end. Set DATABASE_URL to keep it.',
      )
    console.log(`All processes are at ${cluster.url}/`)
  }
} catch (error) {
  if (!isStopped)
    console.error(error.code === 'EADDRINUSE' ? `The port ${port} is taken. Set PORT to another one.` : error.message)
  process.exitCode = 1
}
