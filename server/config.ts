import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  check,
  getMetadata,
  metadata,
  object,
  optional,
  picklist,
  pipe,
  safeParse,
  string,
  transform,
  type InferOutput,
} from 'valibot'
import type { Network } from './http/clientAddress.ts'
import type { S3Settings } from './media/s3Blobs.ts'

/** What the documentation and messages say of a setting. */
interface About {
  /** What the setting does, as sentences. */
  description: string
  /** What the variable accepts, as the end of a sentence: "PORT must be …". */
  accepts: string
}

function wholeNumber(from: number, to: number, description: string) {
  return pipe(
    string(),
    check((digits) => /^\d+$/.test(digits) && Number(digits) >= from && Number(digits) <= to),
    transform(Number),
    metadata({ description, accepts: `a whole number from ${from} to ${to}` } satisfies About),
  )
}

function choice<const Choices extends readonly string[]>(choices: Choices, description: string) {
  const accepts = choices.map((name) => `\`${name}\``).join(' or ')
  return pipe(picklist(choices), metadata({ description, accepts } satisfies About))
}

function text(isValid: (value: string) => boolean, about: About) {
  return pipe(string(), check(isValid), metadata({ ...about }))
}

function list(isItem: (value: string) => boolean, about: About) {
  return pipe(
    string(),
    transform((value) => value.split(',').map((item) => item.trim())),
    check((items) => items.every(isItem)),
    metadata({ ...about }),
  )
}

/** Networks. An address is one that has only itself. */
function networks(about: About) {
  return pipe(
    list(isNetwork, about),
    transform((items) => items.map(networkOf)),
    metadata({ ...about }),
  )
}

function isNetwork(value: string): boolean {
  return isIP(value) > 0 || (ipaddr.isValidCIDR(value) && isIP(value.replace(/\/.*/, '')) > 0)
}

function networkOf(value: string): Network {
  if (value.includes('/')) return ipaddr.parseCIDR(value)
  const address = ipaddr.process(value)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value
}

function isContact(value: string): boolean {
  return /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value)
}

/** A URL of Postgres. Its `sslmode` becomes the one that `pg` uses: without that it prints a warning. */
function databaseUrl({ accepts, description }: About) {
  const about: About = {
    description,
    accepts: `${accepts}, with its special characters percent-encoded (\`@\` in a password is \`%40\`)`,
  }
  return pipe(
    text(isDatabaseUrl, about),
    transform((url) =>
      url.includes('uselibpqcompat=true')
        ? url
        : url.replace(/\b(sslmode=)(prefer|require|verify-ca)\b/, '$1verify-full'),
    ),
    metadata({ ...about }),
  )
}

function isDatabaseUrl(value: string): boolean {
  return isDecodable(value) && /^postgres(ql)?:/.test(value) && URL.canParse(value)
}

/**
 * Whether a URL means the same to everybody: a `/`, `?`, `#` or `%` of a password that is not encoded makes a part of the
 * password the host, which messages show.
 */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
  } catch {
    return false
  }
  return !/^[a-z]+:\/\/[^/?#]*([/?].*@|.*#)/.test(url)
}

/** Every setting of the server, in the order of the documentation: an environment variable, its value and default. */
const shape = object({
  PORT: optional(wholeNumber(0, 65_535, 'The port to listen on. 0 is any free port.'), '4000'),
  HOST: optional(
    text((value) => value === 'localhost' || isIP(value) > 0, {
      description: 'The address to listen on. `0.0.0.0` is every address of this machine.',
      accepts: 'an IP address or `localhost`',
    }),
    '127.0.0.1',
  ),
  PUBLIC_URL: optional(
    text(isOrigin, {
      description:
        'The origin that people open. Requests for other hosts than it and loopback are refused. `https` turns HSTS on.',
      accepts: 'an origin such as `https://weft.example`',
    }),
  ),
  TRUSTED_PROXIES: optional(
    networks({
      description:
        'The addresses of proxies whose `X-Forwarded-For` is used, and networks such as `10.0.0.0/8`, with commas between them.',
      accepts: 'a list of IP addresses and networks such as `127.0.0.1, 10.0.0.0/8`',
    }),
  ),
  DATA_DIR: optional(
    text((value) => !value.includes('\0'), {
      description: 'The folder of the built-in database (PGlite). Not used with `DATABASE_URL`.',
      accepts: 'a path',
    }),
    './data',
  ),
  DATABASE_URL: optional(
    databaseUrl({
      description: 'A Postgres server of version 15 or later, in place of the built-in database.',
      accepts: 'a URL such as `postgres://user:password@host:5432/database`',
    }),
  ),
  DATABASE_POOLER_URL: optional(
    databaseUrl({
      description:
        'A pooler in transaction mode, such as PgBouncer, that leads to the database of `DATABASE_URL` with the same user.',
      accepts: 'a URL such as `postgres://user:password@host:6432/database`',
    }),
  ),
  DATABASE_CONNECTIONS: optional(wholeNumber(1, 1000, 'How many connections to Postgres are open at once.'), '10'),
  S3_ENDPOINT: optional(
    text(isOrigin, {
      description:
        'The S3 service that keeps pictures and videos, in place of the database. It needs the four settings below, too.',
      accepts: 'an origin such as `https://s3.eu-central-1.amazonaws.com`',
    }),
  ),
  S3_REGION: optional(
    text((value) => value.trim() !== '', {
      description: 'The region of the bucket. Many services take `us-east-1` or `auto`.',
      accepts: 'the name of a region',
    }),
  ),
  S3_BUCKET: optional(
    text((value) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value), {
      description: 'The bucket. It stays private.',
      accepts: 'the name of a bucket',
    }),
  ),
  S3_ACCESS_KEY_ID: optional(
    text((value) => value.trim() !== '', {
      description: 'The id of a key that may read, write, delete and list the objects of the bucket.',
      accepts: 'the id of a key',
    }),
  ),
  S3_SECRET_ACCESS_KEY: optional(
    text((value) => value.trim() !== '', { description: 'The secret of that key.', accepts: 'the secret of a key' }),
  ),
  S3_READS: optional(
    choice(
      ['proxy', 'redirect'],
      'Whether the server sends the files of S3 itself, or redirects to addresses of S3 that are valid for 15 minutes.',
    ),
    'proxy',
  ),
  ACCOUNT_QUOTA_MB: optional(
    wholeNumber(1, 1_000_000, 'How many MB the pictures and videos of one account may take.'),
    '500',
  ),
  SIGN_UP: optional(choice(['open', 'closed'], '`closed` refuses new accounts.'), 'open'),
  PUSH_CONTACT: optional(
    text(isContact, {
      description:
        'Where push services reach who runs this server. Without it `PUBLIC_URL` if that is https, or no notifications are pushed.',
      accepts: 'an address such as `mailto:admin@weft.example` or `https://weft.example/contact`',
    }),
  ),
  PUSH_ENDPOINTS: optional(
    choice(
      ['public', 'any'],
      '`any` also sends pushes to private addresses, and over http: for a push service of your own network, and tests.',
    ),
    'public',
  ),
  DEVELOPER_PAGES: optional(
    choice(['on', 'off'], 'Whether pages link to GraphiQL and the lab. The default is `off`, with `--demo` `on`.'),
  ),
  RATE_LIMITS: optional(
    choice(['on', 'off'], '`off` refuses no request for its rate: for tests and benchmarks.'),
    'on',
  ),
  CORS_ORIGINS: optional(
    list(isOrigin, {
      description: 'Other origins whose pages may call the server from a browser, with commas between them.',
      accepts: 'a list of origins such as `https://app.example, http://localhost:5173`',
    }),
  ),
  METRICS_PORT: optional(wholeNumber(1, 65_535, 'A port of loopback that serves `/metrics` for Prometheus.')),
  LOG_LEVEL: optional(
    choice(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'What is logged, as one JSON line for each event on standard output.',
    ),
    'info',
  ),
})

/** The settings under the names of their variables. Undefined: it is not set and has no default. */
export type Config = Readonly<InferOutput<typeof shape>>

/** A setting that cannot be used. The message names the variable and what it accepts, but not its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from environment variables; an empty one counts as absent. Throws `ConfigError`, which lists every
 * one that is wrong.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const { success, output, issues } = safeParse(shape, given)
  if (success) return complete(output)
  const rows = settingRows()
  const wrong = new Set(issues.map(({ path }) => path?.[0].key))
  throw new ConfigError(
    rows
      .filter(({ name }) => wrong.has(name))
      .map(({ name, accepts }) => `${name} must be ${accepts}.`)
      .join('\n'),
  )
}

/** Refuses settings that need another one. */
function complete(config: Config): Config {
  if (config.DATABASE_POOLER_URL !== undefined && config.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL must be set, too, if DATABASE_POOLER_URL is.')
  const missing = s3Names.filter((name) => config[name] === undefined)
  if (missing.length > 0 && missing.length < s3Names.length)
    throw new ConfigError(`Files in S3 need ${s3Names.join(', ')}. Not set: ${missing.join(', ')}.`)
  return config
}

/** The settings of S3 that are set together or not at all. */
const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Returns the settings of S3; undefined if files are kept in the database. */
export function s3SettingsIn(config: Config): S3Settings | undefined {
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = s3Names.map((name) => config[name])
  return endpoint && region && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, accessKeyId, secretAccessKey }
    : undefined
}

/** Returns where push services reach who runs the server; undefined if it does not push. */
export function pushContactIn({ PUSH_CONTACT, PUBLIC_URL }: Config): string | undefined {
  return PUSH_CONTACT ?? (PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined)
}

/** The settings as the rows of a table. */
export function settingRows(): (About & { name: string; default: string })[] {
  return Object.entries(shape.entries).map(([name, setting]) => {
    const { description, accepts } = getMetadata(setting.wrapped)
    return { name, default: setting.default ?? '', description, accepts }
  })
}
