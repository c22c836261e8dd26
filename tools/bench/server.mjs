// `npm run bench:server`: starts the built server over a Postgres server of its own, and counts likes and pages of feeds
// in a second. Server, Postgres and clients share the machine. With --dry it prints the section and writes nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { base64url, SignJWT } from 'jose'
import { Client } from 'pg'
import { createCluster } from '../postgres.mjs'
import { count, duration, table, writeSection } from './report.mjs'

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean' },
    users: { type: 'string', default: '20000' },
    posts: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
})
const users = Number(values.users)
const posts = Number(values.posts)
const seconds = Number(values.seconds)
const FOLLOWED = 50
const MANY_FOLLOWED = 5000

const cluster = await createCluster()
const server = spawn(process.execPath, ['dist-server/main.js'], {
  env: { ...process.env, DATABASE_URL: cluster.url, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const agent = new Agent({ keepAlive: true })
try {
  const url = await address()
  const tokenOf = await fill(url)
  const like = (user, post) =>
    call(url, tokenOf(user), {
      query: 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id likeCount viewerHasLiked } } }',
      variables: { id: postId(post) },
    })
  const feed = (user) =>
    call(url, tokenOf(user), {
      query: `{ feed(first: 20) { edges { cursor node {
        id content likeCount viewerHasLiked viewerHasBookmarked media { url } author { id username avatarUrl }
      } } } }`,
    })
  // A first round warms both processes. Each call of a like is the first of its user and post.
  const measures = [
    ['Likes of different posts', 200, (round) => like(1 + (round % users), 1 + (round % posts))],
    ['Likes of one post', 200, (round) => like(1 + (round % users), posts)],
    ['Pages of a feed, 50 followed', 16, (round) => feed(2 + (round % 1000))],
    ['Pages of a feed, 5,000 followed', 1, () => feed(1)],
  ]
  const rows = []
  for (const [name, clients, work] of measures) {
    const { perSecond, refusedPerSecond, percentile } = await measure(clients, work)
    rows.push([
      name,
      String(clients),
      count(Math.round(perSecond)),
      count(Math.round(refusedPerSecond)),
      duration(percentile(0.5)),
      duration(percentile(0.95)),
    ])
  }
  writeSection('server', {
    title: 'The server over Postgres',
    body: [
      `One process with 10 connections, ${count(users)} users and ${count(posts)} posts. Each client sends its next request after`,
      'the response to the last. A call that gets no connection within two seconds is refused.\n',
      table(['what', 'clients', 'in a second', 'refused', 'median', '95 %'], rows),
    ].join('\n'),
    packages: ['pg', 'kysely', 'srvx'],
  })
} finally {
  agent.destroy()
  server.kill('SIGKILL')
  await once(server, 'close')
  await cluster.remove()
}

/** Returns where the server listens, once it does. */
async function address() {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /^Weft is at (http\S+)\/$/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('The server ended. Run npm run build:server first.')
}

/** Inserts the data. User 1 follows many, the others some. Returns a function that returns the token of a user. */
async function fill(url) {
  // Makes the key that signs tokens.
  await send(url, '/api/auth/signup', undefined, { username: 'first', password: 'sesame' })
  const database = new Client(cluster.url)
  await database.connect()
  await database.query(`
    set search_path to weft;
    insert into users select 'u' || lpad(n::text, 9, '0'), 'user' || n, 'Ada', 'Lovelace', '', 'none', '', '', '', 0, 0,
      0, 0, case when n = 1 then ${MANY_FOLLOWED} else ${FOLLOWED} end, '{}', 0, 'ada'
      from generate_series(1, ${users}) as n;
    insert into posts select 'p' || lpad(n::text, 9, '0'), 'u' || lpad((1 + (n * 7919::bigint) % ${users})::text, 9, '0'),
      repeat('Warp and weft. ', 8), '', '', null, null, '', 0, 0, 0, null from generate_series(1, ${posts}) as n;
    insert into follows select 'f' || lpad(n::text, 9, '0'), 'u' || lpad((2 + n / ${FOLLOWED})::text, 9, '0'),
      'u' || lpad((1 + (n * 7907::bigint) % ${users})::text, 9, '0') from generate_series(1, 1001 * ${FOLLOWED} - 1) as n
      on conflict do nothing;
    insert into follows select 'g' || lpad(n::text, 9, '0'), 'u000000001', 'u' || lpad((1 + n)::text, 9, '0')
      from generate_series(1, ${MANY_FOLLOWED}) as n;
    analyze;
    checkpoint`)
  const { rows } = await database.query(`select value from weft.meta where key = 'tokenKey'`)
  await database.end()
  const key = base64url.decode(rows[0].value)
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, index) =>
      new SignJWT({ _id: userId(index + 1), username: `user${index + 1}` })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key),
    ),
  )
  return (user) => tokens[user - 1]
}

function userId(number) {
  return `u${String(number).padStart(9, '0')}`
}

function postId(number) {
  return `p${String(number).padStart(9, '0')}`
}

/** Runs `work` with this many clients at once, for some seconds after a warm-up. */
async function measure(clients, work) {
  let round = 0
  let refused = 0
  const run = async (milliseconds) => {
    const times = []
    const end = performance.now() + milliseconds
    const client = async () => {
      while (performance.now() < end) {
        const start = performance.now()
        if (await work((round += 1))) times.push(performance.now() - start)
        else refused += 1
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return times
  }
  await run(2000)
  refused = 0
  const start = performance.now()
  const times = (await run(seconds * 1000)).toSorted((one, other) => one - other)
  const elapsed = (performance.now() - start) / 1000
  return {
    perSecond: times.length / elapsed,
    refusedPerSecond: refused / elapsed,
    percentile: (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))],
  }
}

/** Returns whether the server did it; false if it was too busy. */
async function call(url, token, body) {
  const { status, answer } = await send(url, '/graphql', token, body)
  if (answer.includes('"UNAVAILABLE"')) return false
  if (status !== 200 || answer.includes('"errors"')) throw new Error(`${status} ${answer}`)
  return true
}

/** Sends JSON over a connection that stays open. */
async function send(url, path, token, body) {
  const payload = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const sent = request(url + path, {
    method: 'POST',
    agent,
    headers: { ...headers, ...(token && { authorization: token }) },
  })
  sent.end(payload)
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, answer: await text(response) }
}
