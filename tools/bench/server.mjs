// `npm run bench:server`: starts the built server over a Postgres server of its own and measures it under load. Server,
// Postgres and clients share the machine. With --dry it prints the section and writes nothing.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createCluster, findPostgres } from '../postgres.mjs'
import { launchServer } from '../serverProcess.mjs'
import { count, duration, table, verdict, writeSection } from './report.mjs'
import { bytesOfStream, createSigner, measure, openClients, openStream } from './serverLoad.mjs'

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean' },
    users: { type: 'string', default: '20000' },
    posts: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '10' },
  },
})
const users = Number(values.users)
const posts = Number(values.posts)
const seconds = Number(values.seconds)
const FEW_POSTS = 10_000
const FOLLOWED = 50
const MANY_FOLLOWED = 5000
const STREAMS = 2000
const STREAM_LIKES = 200
const PASSWORD = 'sesame-street'

const nodeOptions = '--max-semi-space-size=32'

const hello = { query: '{ __typename }' }
const likeOf = (post) => ({
  query: 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id likeCount viewerHasLiked } } }',
  variables: { id: postId(post) },
})
const bookmarkOf = (post) => ({
  query: 'mutation ($id: ID!) { addBookmark(input: { postId: $id }) { post { id viewerHasBookmarked } } }',
  variables: { id: postId(post) },
})
const feed = {
  query: `{ feed(first: 20) { edges { cursor node {
    id content likeCount viewerHasLiked viewerHasBookmarked media { url } author { id username avatarUrl }
  } } } }`,
}
const searchFor = (text) => ({
  query: `query ($text: String!) { searchPosts(text: $text, first: 20) { edges { cursor node {
    id content likeCount viewerHasLiked viewerHasBookmarked media { url } author { id username avatarUrl }
  } } } }`,
  variables: { text },
})
/** The posts have `warp`; one of 400 has `loom`, one of 100,000 `selvedge`. */
const searches = {
  'a rare word': 'selvedge',
  'a common word': 'warp',
  'two words': 'loom warp',
  'three letters': 'loo',
}
const changes = 'subscription { changes { ... on PostChange { post { id likeCount } } } }'

/** The rows of the first table, and the lines below it. */
const rows = []
const findings = []

const cluster = await createCluster()
const database = new Client(cluster.url)
await database.connect()
try {
  const transactions = pgbench()
  for (const peer of ['Yoga', 'Mercurius']) await withPeer(peer, (call) => add(`\`{ __typename }\`, ${peer}`, 16, call))
  await withServer(measureStreams)
  await withServer(measureServer)
  writeSection('server', {
    title: 'The server over Postgres',
    body: [
      `One process with 10 connections and ${count(users)} users. Each client sends its next request after the response to`,
      'the last. `{ __typename }` of GraphQL Yoga and Mercurius is that of their smallest server. A call that gets no',
      `connection within two seconds is refused. \`pgbench\`'s simple update on the same Postgres, without any other`,
      `process: ${count(transactions)}/s with 16 clients. The server has the \`NODE_OPTIONS\` of the files in \`deploy\`,`,
      'and neither limits nor logs requests (`RATE_LIMITS=off`, `LOG_LEVEL=silent`).\n',
      table(['what', 'clients', 'in a second', 'refused', 'median', '95 %', '99 %'], rows),
      '',
      ...findings.map((finding) => `- ${finding}`),
    ].join('\n'),
    packages: ['pg', 'kysely', 'srvx', 'graphql', 'graphql-yoga', 'mercurius'],
  })
} finally {
  await database.end()
  await cluster.remove()
}

async function measureServer({ url }) {
  // Makes the key that signs tokens, and an account with a password.
  const clients = openClients(url)
  const account = { username: 'first', password: PASSWORD }
  await clients.send('/api/auth/signup', account)
  await insertUsers()
  await insertPosts(1, FEW_POSTS)
  const tokenOf = await createTokens()
  const call = (user, operation) => clients.call(operation, tokenOf(user))
  const readFeed = (round) => call(2 + (round % 1000), feed)

  const helloRow = await add('`{ __typename }`', 16, () => clients.call(hello))
  addFinding(
    '`{ __typename }` is as fast as Yoga',
    helloRow.perSecond >= rateOf('Yoga'),
    helloRow.perSecond,
    rateOf('Yoga'),
  )
  const small = await add(`Pages of a feed, ${count(FEW_POSTS)} posts`, 16, readFeed)
  const fewSearches = {}
  for (const [name, text] of Object.entries(searches))
    fewSearches[name] = await add(`Searches for ${name}, ${count(FEW_POSTS)} posts`, 1, (round) =>
      call(2 + (round % 1000), searchFor(text)),
    )
  await insertPosts(FEW_POSTS + 1, posts)
  const large = await add(`Pages of a feed, ${count(posts)} posts`, 16, readFeed)
  addFinding('Pages of a feed in a second', large.perSecond >= 700, large.perSecond, 700)
  addFinding('Their 95 %', large.percentile(0.95) <= 50, duration(large.percentile(0.95)), '50 ms')
  const growth = large.percentile(0.5) / small.percentile(0.5)
  addFinding(`Time with ${count(posts)} posts, times that with ${count(FEW_POSTS)}`, growth <= 1.3, growth, 1.3)
  const many = await add(`Pages of a feed of ${count(MANY_FOLLOWED)} followed`, 1, () => call(1, feed))
  for (const [name, text] of Object.entries(searches)) {
    const search = await add(`Searches for ${name}, ${count(posts)} posts`, 1, (round) =>
      call(2 + (round % 1000), searchFor(text)),
    )
    addFinding(
      `The 95 % of a search for ${name}`,
      search.percentile(0.95) <= 50,
      duration(search.percentile(0.95)),
      '50 ms',
    )
    const searchGrowth = search.percentile(0.95) / fewSearches[name].percentile(0.95)
    addFinding(`Its 95 %, times that with ${count(FEW_POSTS)} posts`, searchGrowth <= 1.3, searchGrowth, 1.3)
  }
  addFinding(
    'The 95 % of a feed of many followed',
    many.percentile(0.95) <= 30,
    duration(many.percentile(0.95)),
    '30 ms',
  )

  // Each call of a like is the first of its user and post.
  const likes = await add('Likes of different posts', 200, (round) => call(userOf(round), likeOf(1 + (round % posts))))
  addFinding('Likes of different posts in a second', likes.perSecond >= 800, likes.perSecond, 800)
  const bookmark = (round) => call(userOf(round), bookmarkOf(1 + (round % (posts - 1))))
  const alone = await add('Bookmarks alone', 4, bookmark)
  const [hot, beside] = await Promise.all([
    add('Likes of one post', 200, (round) => call(userOf(round), likeOf(posts))),
    add('Bookmarks beside them', 4, (round) => bookmark(round + 100_000)),
  ])
  addFinding('Likes of one post in a second', hot.perSecond >= 400, hot.perSecond, 400)
  const slowdown = beside.percentile(0.95) / alone.percentile(0.95)
  addFinding('95 % of bookmarks beside likes of one post, times that alone', slowdown <= 2, slowdown, 2)

  const [logIns, others] = await Promise.all([
    add('Log-ins', 8, () => clients.send('/api/auth/login', account)),
    add('`{ __typename }` beside them', 4, () => clients.call(hello)),
  ])
  addFinding('Log-ins in a second', logIns.perSecond >= 50, logIns.perSecond, 50)
  addFinding(
    '99 % of other requests beside them',
    others.percentile(0.99) <= 100,
    duration(others.percentile(0.99)),
    '100 ms',
  )

  await measureEvents(url, (round) => call(userOf(round), likeOf(1 + ((7 * round) % posts))))
  await clients.close()
}

/** Measures the time from sending a like to its event at another client. */
async function measureEvents(url, like) {
  const stream = await openStream(url, changes)
  const times = []
  for (let round = 1; round <= STREAM_LIKES; round += 1) {
    const start = performance.now()
    await Promise.all([stream.next(), like(users - round)])
    times.push(performance.now() - start)
  }
  stream.close()
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(0.95 * times.length)]
  addFinding('From a like to another client, 95 %', p95 <= 100, duration(p95), '100 ms')
}

async function measureStreams(server) {
  const bytes = await bytesOfStream([server], changes, STREAMS)
  addFinding(
    `Memory of one of ${count(STREAMS)} streams`,
    bytes <= 60_000,
    `${count(Math.round(bytes / 1000))} kB`,
    '60 kB',
  )
}

/** Measures `work`, and adds a row. */
async function add(name, clients, work) {
  const measured = await measure(clients, seconds, work)
  const { perSecond, refusedPerSecond, percentile } = measured
  rows.push([
    name,
    String(clients),
    count(Math.round(perSecond)),
    count(Math.round(refusedPerSecond)),
    ...[0.5, 0.95, 0.99].map((share) => duration(percentile(share))),
  ])
  console.log(rows.at(-1).join('  '))
  return measured
}

function rateOf(peer) {
  return Number(rows.find(([name]) => name.endsWith(peer))[2].replaceAll(',', ''))
}

function addFinding(name, isMet, measured, aim) {
  findings.push(`${name}: ${verdict(isMet, rounded(measured), rounded(aim))}`)
}

function rounded(value) {
  if (typeof value !== 'number') return value
  return count(value < 10 ? Number(value.toFixed(2)) : Math.round(value))
}

/** Returns the transactions in a second of `pgbench`'s simple update. */
function pgbench() {
  const program = join(findPostgres(), 'pgbench')
  const run = (...options) =>
    execFileSync(program, [...options, cluster.url], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  run('--initialize', '--scale=10')
  const output = run('--builtin=simple-update', '--client=16', '--no-vacuum', `--time=${seconds}`)
  return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1]))
}

/** Starts a peer in a process of its own, for as long as `work` takes. */
async function withPeer(peer, work) {
  const child = fork(fileURLToPath(new URL('helloServer.mjs', import.meta.url)), [peer])
  const ended = once(child, 'close')
  try {
    const [url] = await once(child, 'message')
    const clients = openClients(url)
    await work(() => clients.call(hello))
    await clients.close()
  } finally {
    child.kill()
    await ended
  }
}

/** Starts the built server, for as long as `work` takes. */
async function withServer(work) {
  const env = { DATABASE_URL: cluster.url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', NODE_OPTIONS: nodeOptions }
  const server = await launchServer({ env })
  try {
    await work(server)
  } finally {
    await server.kill()
  }
}

/** Inserts users. User 1 follows many, the next thousand some. */
async function insertUsers() {
  await database.query(`
    set search_path to weft;
    insert into users (
        id, username, first_name, last_name, email, password_hash, bio, portfolio_url, avatar_url, created_at, updated_at,
        post_count, follower_count, following_count, extra, token_version, folded_name, spelled_name
      )
      select ${sqlId(1, 'n')}, 'user' || n, 'Ada', 'Lovelace', '', 'none', '', '', '', 0, 0,
        0, 0, case when n = 1 then ${MANY_FOLLOWED} else ${FOLLOWED} end, '{}', 0, 'ada', 'ada'
      from generate_series(1, ${users}) as n;
    insert into follows (id, follower_id, followee_id)
      select ${sqlId(3, 'n')}, ${sqlId(1, `2 + n / ${FOLLOWED}`)}, ${sqlId(1, `1 + (n * 7907::bigint) % ${users}`)}
      from generate_series(1, 1001 * ${FOLLOWED} - 1) as n
      on conflict do nothing;
    insert into follows (id, follower_id, followee_id)
      select ${sqlId(4, 'n')}, ${sqlId(1, '1')}, ${sqlId(1, '1 + n')} from generate_series(1, ${MANY_FOLLOWED}) as n`)
}

async function insertPosts(first, last) {
  await database.query(`
    insert into posts (
        id, author_id, content, media_url, media_type, media_alt, created_at, updated_at, like_count, mentions, reply_count
      )
      select ${sqlId(2, 'n')}, ${sqlId(1, `1 + (n * 7919::bigint) % ${users}`)},
        repeat('Warp and weft. ', 8) || case when n % 400 = 0 then 'Loom.' else '' end
          || case when n % 100000 = 7 then 'Selvedge.' else '' end, '', '', '', 0, 0, 0, '[]', 0
      from generate_series(${first}, ${last}) as n;
    insert into post_words (id, author_id, words)
      select id, author_id, array_to_tsvector(
          regexp_split_to_array(trim(both '. ' from lower(content)), '[. ]+')
        ) from posts where id between ${sqlId(2, first)} and ${sqlId(2, last)}`)
  await database.query('vacuum analyze')
  await database.query('checkpoint')
}

/** Returns a function that returns the token of a user. */
async function createTokens() {
  const sign = await createSigner(database)
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, index) => sign({ id: userId(index + 1), username: `user${index + 1}` })),
  )
  return (user) => tokens[user - 1]
}

/** Returns the user of a round. */
function userOf(round) {
  return 1 + (round % users)
}

function userId(number) {
  return idOf(1, number)
}

function postId(number) {
  return idOf(2, number)
}

/** Returns an id that sorts like its number among those of its kind. */
function idOf(kind, number) {
  return `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
}

/** Returns the expression in SQL for such an id. */
function sqlId(kind, number) {
  return `('0000000${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`
}
