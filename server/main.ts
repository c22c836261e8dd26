import { parseArgs } from 'node:util'
import { FastResponse } from 'srvx'
import { demoAccount } from '../resolvers/seed/demoAccount.ts'
import {
  checkDatabase,
  exportData,
  importData,
  migrate,
  moveMediaToS3,
  removeOrphans,
  rotateKeys,
  type CommandArguments,
} from './commands.ts'
import { readConfig, settingRows, type Config } from './config.ts'
import { createLogger, logError, type Logger } from './logging.ts'
import { DRAIN_MS, startServer, type RunningServer } from './server.ts'

interface Command {
  run: (config: Config, args: CommandArguments) => Promise<void>
  /** What may follow its name. */
  takes?: readonly (keyof CommandArguments)[]
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['migrate', { run: migrate }],
  ['check', { run: checkDatabase }],
  ['rotate-keys', { run: rotateKeys, takes: ['revoke'] }],
  ['import', { run: importData, takes: ['file'] }],
  ['export', { run: exportData, takes: ['file'] }],
  ['move-media', { run: moveMediaToS3 }],
  ['remove-orphans', { run: removeOrphans }],
])
const serve: Command = { run: runServer, takes: ['demo'] }

/** How long a server may take to stop. */
const STOP_MS = DRAIN_MS + 1000

const settings = settingRows()
const longestName = Math.max(...settings.map(({ name }) => name.length))

const usage = `Usage:
  npm run serve                        serves the app, /api, /graphql and /media
  npm run serve -- --demo              the same, with the six sample users and their posts
  npm run serve -- migrate             brings the tables of the database to this version
  npm run serve -- check               checks the settings and the tables, counts the rows, and compares them with the
                                       stored files
  npm run serve -- rotate-keys         signs new tokens with a new key; sessions go on
  npm run serve -- rotate-keys --revoke
                                       the same after a key has leaked: all sessions end
  npm run serve -- export FILE         writes all data to a snapshot
  npm run serve -- import FILE         reads a snapshot into a database without users
  npm run serve -- move-media          moves files from the database to S3, while servers run
  npm run serve -- remove-orphans      removes stored files without a row that are older than a day

Settings (environment variables):
${settings
  .map((row) => `  ${row.name.padEnd(longestName + 2)}${row.default.padEnd(12)}${row.description.replaceAll('`', '')}`)
  .join('\n')}`

// srvx sends the body of its own class at once, and that of Node's class as a stream.
globalThis.Response = FastResponse

await main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})

async function main(): Promise<void> {
  const {
    values: { help, ...options },
    positionals: [name, file, ...others],
  } = parseArgs({
    options: {
      demo: { type: 'boolean' },
      help: { type: 'boolean' },
      revoke: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  if (help) {
    console.log(usage)
    return
  }
  const config = readConfig(process.env)
  const command = name === undefined ? serve : commands.get(name)
  if (!command) throw new Error(`There is no command ${JSON.stringify(name)}. --help lists them.`)
  const args: CommandArguments = { ...options, ...(file !== undefined && { file }) }
  const takes: readonly string[] = command.takes ?? []
  const surplus = [
    ...Object.keys(args)
      .filter((arg) => !takes.includes(arg))
      .map((arg) => (arg === 'file' ? file : `--${arg}`)),
    ...others,
  ]
  if (surplus.length > 0)
    throw new Error(`${name ?? 'A server'} does not take ${surplus.join(' ')}. --help lists what each command takes.`)
  return command.run(config, args)
}

async function runServer(config: Config, { demo: isDemo = false }: CommandArguments): Promise<void> {
  const log = createLogger(config.LOG_LEVEL)
  // Once signals are handled.
  const starting = Promise.resolve().then(() => startServer({ config, log, isDemo }))
  const stop = stopOnce(starting)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (!stop.hasBegun) log.info({ event: 'stopping', signal })
      stop.begin()
    })
  process.on('uncaughtException', (error) => {
    logError(log, 'uncaught exception', error)
    process.exitCode = 1
    stop.begin()
  })
  const server = await starting
  if (!stop.hasBegun) announce(server, { config, isDemo })
}

/** Returns what stops a server, also one that is still starting. */
function stopOnce(starting: Promise<RunningServer>) {
  const state = {
    hasBegun: false,
    // A terminal sends the signal of Ctrl+C to npm and to the server, and npm passes it on.
    begin() {
      if (state.hasBegun) return
      state.hasBegun = true
      // The database may not answer. Acknowledged changes are on its disk.
      const late = setTimeout(() => process.exit(1), STOP_MS)
      starting.then(
        (server) =>
          server.stop().then(
            () => process.exit(),
            (error: unknown) => {
              console.error(messageOf(error))
              process.exit(1)
            },
          ),
        // `main` says why it did not start.
        () => clearTimeout(late),
      )
    },
  }
  return state
}

/**
 * Says where the server is and what it serves: to people at a terminal, else as JSON lines, whatever the level of the log
 * is. Only people get the password of the demo account.
 */
function announce(
  { url, database, isEmpty, offersDemoAccount }: RunningServer,
  { config, isDemo }: AnnounceOptions,
): void {
  const started: Logger = createLogger('info')
  const say = (event: string, message: string, toPeople = message) => {
    if (process.stdout.isTTY) console.log(toPeople)
    else started.info({ event, message, ...(event === 'listening' && { url }) })
  }
  say('database', `Data: ${database}`)
  if (offersDemoAccount) {
    const account = `Demo account: ${demoAccount.username}`
    say('demo account', account, `${account}, password ${demoAccount.password}`)
  } else if (isDemo && !isEmpty)
    say('demo account', 'There are users already: --demo adds the sample users to an empty server only.')
  else if (isEmpty && config.SIGN_UP === 'open') say('no users', `There are no users yet. Sign up at ${url}signup`)
  else if (isEmpty) say('no users', 'There are no users yet, and SIGN_UP is closed.')
  say('listening', `Weft is at ${url}`)
}

interface AnnounceOptions {
  config: Config
  isDemo: boolean
}

/** Returns the message to print. Node's messages for an unknown option, a port and an address do not help. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `${error.message.split('. ')[0]}. --help lists what each command takes.`
  const port = 'port' in error ? String(error.port) : ''
  const isListening = 'syscall' in error && error.syscall === 'listen'
  if (code === 'EADDRINUSE') return `The port ${port} is taken. Set PORT or METRICS_PORT to another one.`
  if (isListening && code === 'EACCES')
    return `This user may not listen on the port ${port}. Set PORT or METRICS_PORT to one from 1024.`
  if (isListening && code === 'EADDRNOTAVAIL' && 'address' in error)
    return `The address ${String(error.address)} is not one of this machine. Set HOST to one that is.`
  return error.message || error.name
}
