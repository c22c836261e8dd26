// `npm run bench:fairness`: measures how much one address takes from the others. Starts the built server with its limits,
// over Postgres and over PGlite, and asks for what others use, first alone, then beside a load from one address: the dearest
// query on 20 connections, or 60 event streams with 5 likes a second. --root names the folder of another built version.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { createCluster } from '../postgres.mjs'
import { LOADS } from './fairnessLoad.mjs'
import { table } from './report.mjs'

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    users: { type: 'string', default: '5000' },
    posts: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string', multiple: true, default: ['Postgres', 'PGlite'] },
    load: { type: 'string', multiple: true, default: Object.keys(LOADS) },
  },
})
const seconds = Number(values.seconds)
/** Those of the measured version: what a server prints at its start differs. */
const { launchServer } = await import(pathToFileURL(join(values.root, 'tools/serverProcess.mjs')).href)

/** The users who measure, each at an address of its own, and the address of the load. */
const OTHERS = 10
const addressOf = (user) => `192.0.2.${1 + user}`
const LOAD_ADDRESS = '198.51.100.7'
/** The accounts whose streams are open there, beside those of its visitors. */
const LOAD_ACCOUNTS = 5
/** The others' p95 beside a load, in multiples of that of an idle server. */
const MAX_SLOWDOWN = 3
const WARM_UP_SECONDS = 5
/** What has no answer by then counts as refused. */
const TIMEOUT_MS = 30_000
const dispatcher = new Agent({ pipelining: 1 })

const feed = `{ feed(first: 20) { edges { cursor node {
  id content likeCount viewerHasLiked viewerHasBookmarked media { url } author { id username avatarUrl }
} } } }`
const like = 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id likeCount viewerHasLiked } } }'

for (const database of values.database) {
  await withDatabase(database, async (env) => {
    const password = await generate(env)
    const server = await launchServer({
      cwd: values.root,
      env: { ...env, TRUSTED_PROXIES: '127.0.0.1', NODE_OPTIONS: '--max-semi-space-size=32' },
    })
    try {
      await measureServer(database, server.url, password)
    } finally {
      await server.kill()
    }
  })
}

async function measureServer(database, url, password) {
  const { others, accounts, posts } = await logIn(url, password)
  let liked = 0
  /** Each like is the first of its user and post. */
  const nextPost = () => posts[(liked += 1) % posts.length]
  const measure = async (duration, load) => {
    const kinds = [
      ['feed', 10, (round) => ask(url, { ...others[round % OTHERS], query: feed })],
      ['like', 5, (round) => ask(url, { ...others[round % OTHERS], query: like, variables: { id: nextPost() } })],
      ['static page', 10, (round) => ask(url, { ...others[round % OTHERS], path: '/login' })],
      ...(load
        ? [
            [
              'like of the same address',
              1,
              () => ask(url, { ...accounts[0], query: like, variables: { id: nextPost() } }),
            ],
            ['static page of the same address', 1, () => ask(url, { ...accounts[0], path: '/login' })],
          ]
        : []),
    ]
    return Promise.all(kinds.map(async ([name, rate, call]) => summary(name, await paced(duration, rate, call))))
  }
  await measure(WARM_UP_SECONDS)
  const idle = await measure(seconds)
  print(`${database}, idle`, idle)
  for (const load of values.load) {
    const child = fork(fileURLToPath(new URL('fairnessLoad.mjs', import.meta.url)))
    const statuses = once(child, 'message')
    child.send({ load, url, seconds: seconds + 2, address: LOAD_ADDRESS, tokens: accounts.map(({ token }) => token) })
    await sleep(1000)
    print(`${database}, ${LOADS[load].title}`, await measure(seconds, load), idle)
    console.log(`The load got ${JSON.stringify((await statuses)[0])}\n`)
  }
}

/** Prints the times of each kind, and whether they are within the bound. */
function print(title, measured, idle) {
  const rows = measured.map(({ name, count, p50, p95, max, refused }) => {
    const idleP95 = idle?.find((kind) => kind.name === name)?.p95
    const slowdown = idleP95 === undefined ? '' : (p95 / idleP95).toFixed(1)
    const isMet = refused === 0 && !(p95 / idleP95 > MAX_SLOWDOWN)
    return [
      name,
      String(count),
      ...[p50, p95, max].map((ms) => ms?.toFixed(1) ?? '–'),
      slowdown,
      String(refused),
      isMet ? '' : 'missed',
    ]
  })
  console.log(
    `${title}\n${table(['what', 'calls', 'p50 ms', 'p95 ms', 'max ms', 'times idle', 'refused', ''], rows)}\n`,
  )
}

/** Calls at a rate, whether the former calls have been answered or not. Returns the times, undefined for a refusal. */
async function paced(duration, rate, call) {
  const timeOf = async (round) => {
    const start = performance.now()
    return (await call(round)) ? performance.now() - start : undefined
  }
  const times = []
  const start = performance.now()
  for (let round = 0; round < duration * rate; round += 1) {
    await sleep(Math.max(0, start + (1000 * round) / rate - performance.now()))
    times.push(timeOf(round))
  }
  return Promise.all(times)
}

function summary(name, times) {
  const answered = times.filter((time) => time !== undefined).toSorted((one, other) => one - other)
  const at = (share) => answered[Math.min(answered.length - 1, Math.floor(share * answered.length))]
  return { name, count: times.length, p50: at(0.5), p95: at(0.95), max: at(1), refused: times.length - answered.length }
}

/** Sends an operation, or asks for a page. Returns whether it was answered. */
async function ask(url, { address, token, path, ...operation }) {
  const headers = {
    'x-forwarded-for': address,
    ...(!path && { 'content-type': 'application/json', authorization: token }),
  }
  const options = path ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(operation) }
  try {
    const response = await request(url + (path ?? '/graphql'), {
      ...options,
      headers,
      dispatcher,
      headersTimeout: TIMEOUT_MS,
    })
    const text = await response.body.text()
    return response.statusCode === 200 && (path !== undefined || !text.includes('"errors"'))
  } catch {
    return false
  }
}

/** Logs in the users who measure, and those of the load. Reads posts that they like. */
async function logIn(url, password) {
  const send = async (query, variables, address) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const { users } = await send('{ users(first: 100) { edges { node { username } } } }', {}, addressOf(0))
  const names = users.edges.map(({ node }) => node.username).slice(-OTHERS - LOAD_ACCOUNTS)
  const accounts = []
  for (const [index, username] of names.entries()) {
    const address = index < OTHERS ? addressOf(index) : LOAD_ADDRESS
    const query =
      'mutation ($name: String!, $password: String!) { logIn(input: { username: $name, password: $password }) { token } }'
    accounts.push({ address, token: (await send(query, { name: username, password }, address)).logIn.token })
  }
  const posts = []
  for (let after = null; posts.length < 1000;) {
    const query = 'query ($after: String) { posts(first: 100, after: $after) { edges { cursor node { id } } } }'
    const { edges } = (await send(query, { after }, addressOf(0))).posts
    posts.push(...edges.map(({ node }) => node.id))
    after = edges.at(-1).cursor
  }
  return { others: accounts.slice(0, OTHERS), accounts: accounts.slice(OTHERS), posts }
}

/** Generates the site. Returns the password of its users. */
async function generate(env) {
  const args = [join(values.root, 'tools/generate.mjs'), '--users', values.users, '--posts', values.posts]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  const [, password] = /password of all generated users: (\S+)/.exec(output) ?? []
  if (code !== 0 || password === undefined) throw new Error(`Nothing was generated: ${output}`)
  return password
}

/** Makes an empty database, for as long as `work` takes. `work` gets its settings. */
async function withDatabase(kind, work) {
  if (kind === 'PGlite') {
    const folder = mkdtempSync(join(tmpdir(), 'weft-fairness-'))
    try {
      await work({ DATA_DIR: folder })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return
  }
  const cluster = await createCluster()
  try {
    await work({ DATABASE_URL: cluster.url })
  } finally {
    await cluster.remove()
  }
}
