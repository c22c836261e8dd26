// `npm run bench:server`, its second part: one process and three over one Postgres, with few posts and with many, as
// `npm run generate` makes them, and each page of the app with few posts and with many. Processes, Postgres and
// clients share the machine. With --dry it prints the section and writes nothing. `--database URL` measures a database
// that was generated before as the one with many posts.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createCluster } from '../postgres.mjs'
import { startServerCluster } from '../startServerCluster.mjs'
import { load } from '../load.mjs'
import { lines } from './plots.mjs'
import { count, duration, plotLink, table, verdict, writeSection } from './report.mjs'
import {
  bytesOfStream,
  createSigner,
  measure,
  mediansInTurn,
  openClients,
  openStream,
  openStreams,
} from './serverLoad.mjs'

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean' },
    database: { type: 'string' },
    posts: { type: 'string', default: '10000000' },
    streams: { type: 'string', default: '5000' },
    likes: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
  },
})
const seconds = Number(values.seconds)
const STREAMS = Number(values.streams)
const LIKES = Number(values.likes)
const FEW_POSTS = 10_000
const POSTS_FOR_EACH_USER = 10
const PROCESSES = [1, 3]
const CLIENTS = 32
const EVENTS = 200
/** For how long a page is read at both sites. */
const PAGE_SECONDS = 2
/** How many times as long a page may take with many posts. */
const MAX_GROWTH = 1.3
/** How many of the pages that grow most have a row. */
const LISTED_PAGES = 10
/** Pages that read more rows of a larger site: the reader follows more users there, and a record has more people. */
const largerPages = [
  'HomePage LATEST 20 as reader',
  'HomePage TRENDING 20 as reader',
  'GET /users/celebrity',
  'GET /posts/post of celebrity',
]
const DAILY_USERS = 1_000_000
const PAGES_A_DAY = 30
/** The share of a day's pages in its busiest hour. */
const PEAK_SHARE = 0.1
const ONLINE_SHARE = 0.05

const feed = {
  query: `{ feed(first: 20) { edges { cursor node {
    id content likeCount viewerHasLiked viewerHasBookmarked media { url } author { id username avatarUrl }
  } } } }`,
}
const likeOf = (id) => ({
  query: 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id likeCount viewerHasLiked } } }',
  variables: { id },
})
const bookmarkOf = (id) => ({
  query: 'mutation ($id: ID!) { addBookmark(input: { postId: $id }) { post { id viewerHasBookmarked } } }',
  variables: { id },
})
const changes = 'subscription { changes { ... on PostChange { post { id likeCount } } } }'

/** The rows of the table, the points of the plot, and the lines below them. */
const rows = []
const points = []
let streamBytes = 0
const findings = []
const { appPages, followMany, nextIn, siteOf } = await load('bench/appPages')

const postgres = await createCluster()
try {
  const small = await generate('few', FEW_POSTS)
  const large = values.database ?? (await generate('many', Number(values.posts)))
  for (const url of [small, large]) {
    for (const processes of PROCESSES) await withProcesses(url, processes, measurePages)
  }
  const { compared, leftOut } = await withProcesses(small, 1, (few) =>
    withProcesses(large, 1, (many) => comparePages(few, many)),
  )
  await withProcesses(large, 3, measureStreams)
  await withProcesses(large, 3, measureTogether)
  const growth = point(3, 1).median / point(3, 0).median
  const aim = String(MAX_GROWTH)
  addFinding('Median of a feed with many posts, times that with few', growth <= MAX_GROWTH, growth.toFixed(2), aim)
  const slower = count(compared.filter(({ ratio }) => ratio > MAX_GROWTH).length)
  addFinding(
    `Pages, of ${compared.length}, that take more than ${aim} times as long with many posts`,
    slower === '0',
    slower,
    '0',
  )
  writeSection('cluster', {
    title: 'Several processes',
    body: [
      'One Postgres with processes of 10 connections each, clients and all on one machine. Each client sends its next',
      `request after the response to the last; a page is one of the feed of somebody who follows about twelve.\n`,
      table(['what', 'posts', 'processes', 'clients', 'in a second', 'refused', 'median', '95 %', '99 %'], rows),
      '',
      plotLink('cluster', 'pages', 'Time of a page by number of posts'),
      '',
      ...findings.map((finding) => `- ${finding}`),
      '',
      '### Each page of the app',
      '',
      'Each list, search, profile and post, and the second page of each list, of one process and by one client, with few',
      `posts and with many in turn. What they read is in memory. These ${LISTED_PAGES} medians grow most. Every second user`,
      'follows the celebrity, and the reader follows many.\n',
      table(
        ['page', 'few posts', 'many posts', 'times'],
        compared
          .slice(0, LISTED_PAGES)
          .map(({ title, few, many, ratio }) => [title, duration(few), duration(many), ratio.toFixed(2)]),
      ),
      '',
      'Not compared, because they read more rows of a larger site:',
      '',
      ...leftOut.map((title) => `- ${title}`),
      '',
      estimate(),
    ].join('\n'),
    plots: {
      pages: lines({
        title: `A page of the feed, ${CLIENTS} clients`,
        unit: 'ms',
        labels: [point(1, 0).posts, point(1, 1).posts].map(count),
        series: PROCESSES.flatMap((processes) => [
          { name: `median, ${processes} process${processes > 1 ? 'es' : ''}`, values: seriesOf(processes, 'median') },
          { name: `95 %, ${processes} process${processes > 1 ? 'es' : ''}`, values: seriesOf(processes, 'p95') },
        ]),
      }),
    },
    packages: ['pg', 'srvx', 'graphql'],
  })
} finally {
  await postgres.remove()
}

function point(processes, size) {
  return points.filter((one) => one.processes === processes)[size]
}

/** Returns what a million daily users need, from the figures measured. */
function estimate() {
  const pages = Math.round((DAILY_USERS * PAGES_A_DAY * PEAK_SHARE) / 3600)
  const { perSecond } = point(1, 1)
  const processes = Math.ceil((2 * pages) / perSecond)
  const streams = DAILY_USERS * ONLINE_SHARE
  const kilobytes = count(Math.round(streamBytes / 1000))
  const megabytes = count(Math.round((streams * streamBytes) / 1e6))
  return [
    '### A million daily users',
    '',
    `Assumed: ${PAGES_A_DAY} pages a day each, a tenth of them in the busiest hour, and one in 20 users with a visible tab.`,
    `That is 1,000,000 × ${PAGES_A_DAY} × 0.1 / 3,600 s = ${count(pages)} pages in a second. One process answers`,
    `${count(Math.round(perSecond))} here, beside Postgres and the clients on the same cores; at half of that`,
    `${count(processes)} processes are enough for pages, with ${count(11 * processes)} connections, one of each for events. ` +
      `${count(streams)} streams take`,
    `${count(streams)} × ${kilobytes} kB = ${megabytes} MB in all.`,
  ].join('\n')
}

function seriesOf(processes, measured) {
  return [0, 1].map((size) => point(processes, size)[measured])
}

/** Generates a site in a database of its own. Returns its URL. */
async function generate(name, posts) {
  const client = new Client(postgres.url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const totals = ['--users', String(posts / POSTS_FOR_EACH_USER), '--posts', String(posts)]
  const { status } = spawnSync(process.execPath, ['tools/generate.mjs', ...totals], {
    env: { ...process.env, DATABASE_URL: url.href },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('Nothing was generated.')
  return url.href
}

/** Starts processes for as long as `work` takes. */
async function withProcesses(databaseUrl, processes, work) {
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  const cluster = await startServerCluster({ count: processes, databaseUrl, env })
  const database = new Client(databaseUrl)
  await database.connect()
  const clients = cluster.processes.map(({ url }) => openClients(url))
  try {
    // Makes the key that signs tokens.
    await clients[0].send('/api/auth/signup', { username: `bench${Date.now()}`, password: 'sesame-street' })
    const site = await openSite(database)
    /** Executes an operation at one of the processes in turn. */
    const call = async (round, user, operation) => {
      try {
        return await clients[round % clients.length].call(operation, await site.tokenOf(user))
      } catch (error) {
        // The generator has made some bookmarks.
        if (error.message.includes('ALREADY_BOOKMARKED')) return true
        throw error
      }
    }
    return await work({ cluster, clients, database, site, call, processes })
  } finally {
    await Promise.all(clients.map((one) => one.close()))
    await database.end()
    await cluster.stop()
  }
}

/** Returns users and posts of a site, and a function that returns a token of a user. */
async function openSite(database) {
  const many = async (text) => (await database.query(text)).rows
  const sign = await createSigner(database)
  const tokens = new Map()
  const tokenOf = (user) => {
    const token = tokens.get(user.id) ?? sign(user)
    tokens.set(user.id, token)
    return token
  }
  const [{ posts }] = await many('select count(*)::integer as posts from weft.posts')
  const site = await siteOf((text) => database.query(text))
  const { celebrity, reader } = site
  const [{ followed }] = await many(`select following_count as followed from weft.users where id = '${reader.id}'`)
  return {
    ...site,
    posts,
    tokenOf,
    followed,
    readers: await many(`
      select id, username from weft.users where following_count between 8 and 16 order by md5(id::text) limit 1000`),
    followers: await many(`
      select id, username from weft.users
      where id in (select follower_id from weft.follows where followee_id = '${celebrity.id}')
      order by id limit ${LIKES}`),
    someRows: await many('select id from weft.posts order by id desc limit 20000'),
  }
}

async function measurePages({ site, call, processes }) {
  const { readers, posts } = site
  const page = await add('Pages of a feed', posts, processes, CLIENTS, (round) =>
    call(round, readers[round % readers.length], feed),
  )
  points.push({ processes, posts, perSecond: page.perSecond, median: page.percentile(0.5), p95: page.percentile(0.95) })
}

/** Returns the medians of the pages of the app at two sites, those that grow most first, and what it left out. */
async function comparePages(few, many) {
  await followMany((text) => few.database.query(text))
  const compared = []
  const leftOut = [...largerPages]
  for (const page of (await appPages()).filter(({ title }) => !largerPages.includes(title))) {
    let inFew
    let inMany
    for (const title of page.isList ? [page.title, `${page.title}, second page`] : [page.title]) {
      const readFew = readOf(few, page, inFew)
      const readMany = readOf(many, page, inMany)
      inFew = nextIn(await readFew())
      inMany = nextIn(await readMany())
      // The last page of a list has fewer rows than the same page of a longer list.
      if (page.isList && !(inFew && inMany)) {
        leftOut.push(title)
        break
      }
      const [ofFew, ofMany] = await mediansInTurn(PAGE_SECONDS, [readFew, readMany])
      compared.push({ title, few: ofFew, many: ofMany, ratio: ofMany / ofFew })
      console.log(title, duration(ofFew), duration(ofMany))
    }
  }
  return { compared: compared.toSorted((one, other) => other.ratio - one.ratio), leftOut }
}

/** Returns a function that reads a page at a site, or with `next` the page of its list that begins there. */
function readOf({ clients, site }, { request, as }, next) {
  return async () => clients[0].read(request(site, next), await site.tokenOf(site[as]))
}

async function measureTogether(running) {
  const { cluster, database, site, call, processes } = running
  const { reader, followed, readers, followers, posts, someRows } = site
  const many = await add('Pages of many followed', posts, processes, 1, (round) => call(round, reader, feed))
  const p95 = many.percentile(0.95)
  addFinding(`95 % of a feed of ${count(followed)} followed`, p95 <= 30, duration(p95), '30 ms')
  await measureEvents('From a like at one process to a client of another, 95 %', running)

  // The celebrity posts, and the followers like it.
  const bookmark = (round) =>
    call(round, readers[round % readers.length], bookmarkOf(someRows[round % someRows.length].id))
  const alone = await add('Bookmarks alone', posts, processes, 4, bookmark)
  const id = await newPost(cluster, database, site)
  let accepted = 0
  const start = performance.now()
  const queue = followers.entries()
  const like = async () => {
    for (const [round, user] of queue) if (await call(round, user, likeOf(id))) accepted += 1
  }
  const liked = Promise.all(Array.from({ length: 300 }, like)).then(() => (performance.now() - start) / 1000)
  const beside = await add('Bookmarks beside likes of one post', posts, processes, 4, (round) => bookmark(round + 9999))
  const elapsed = await liked
  const perSecond = count(Math.round(accepted / elapsed))
  findings.push(`${count(followers.length)} followers like a post at once: ${count(accepted)} accepted, ${perSecond}/s`)
  const slowdown = beside.percentile(0.95) / alone.percentile(0.95)
  addFinding('95 % of bookmarks beside them, times that alone', slowdown <= 2, slowdown.toFixed(2), '2')
  const [{ like_count: likes }] = (await database.query('select like_count from weft.posts where id = $1', [id])).rows
  addFinding('The count of these likes', likes === accepted, count(likes), count(accepted))
  await measureEventsOfStreams(running)
}

/** Creates a post by the celebrity. Returns its id. */
async function newPost({ url }, database, { celebrity, tokenOf }) {
  const response = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await tokenOf(celebrity) },
    body: JSON.stringify({ postData: { content: 'I am back.' } }),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.body?.cancel()
  const text = 'select id from weft.posts where author_id = $1 order by id desc limit 1'
  return (await database.query(text, [celebrity.id])).rows[0].id
}

/** Measures the time from sending a like at the first process to its event at the last one. */
async function measureEvents(name, { cluster, database, site, call }) {
  const [reader] = site.readers
  const { rows: unliked } = await database.query(
    `select id from weft.posts where not exists (
      select from weft.reactions where post_id = posts.id and user_id = $1
    ) order by id desc limit $2`,
    [reader.id, EVENTS],
  )
  const stream = await openStream(cluster.processes.at(-1).url, changes)
  const times = []
  for (const { id } of unliked) {
    const start = performance.now()
    await Promise.all([stream.next(), call(0, reader, likeOf(id))])
    times.push(performance.now() - start)
  }
  stream.close()
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(0.95 * times.length)]
  addFinding(name, p95 <= 50, duration(p95), '50 ms')
}

async function measureStreams({ cluster }) {
  streamBytes = await bytesOfStream(cluster.processes, changes, STREAMS)
  addFinding(
    `Memory of one of ${count(STREAMS)} streams`,
    streamBytes <= 60_000,
    `${count(Math.round(streamBytes / 1000))} kB`,
    '60 kB',
  )
}

async function measureEventsOfStreams(running) {
  const streams = await openStreams(running.cluster.processes, changes, STREAMS)
  await measureEvents(`Events with ${count(STREAMS)} open streams, 95 %`, running)
  for (const stream of streams) stream.close()
}

/** Measures `work`, and adds a row. */
async function add(name, posts, processes, clients, work) {
  const measured = await measure(clients, seconds, work)
  const { perSecond, refusedPerSecond, percentile } = measured
  rows.push([
    name,
    ...[posts, processes, clients, Math.round(perSecond), Math.round(refusedPerSecond)].map(count),
    ...[0.5, 0.95, 0.99].map((share) => duration(percentile(share))),
  ])
  console.log(rows.at(-1).join('  '))
  return measured
}

function addFinding(name, isMet, measured, aim) {
  findings.push(`${name}: ${verdict(isMet, measured, aim)}`)
}
