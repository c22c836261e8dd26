// `npm run bench:peers`: the calls of spec §7 as MirageJS and MSW with @msw/data serve them, beside Weft. With --dry it
// prints the figures and writes nothing.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from '../load.mjs'
import { lines } from './plots.mjs'
import { count, duration, plotLink, significant, table, verdict, writeSection } from './report.mjs'

const { peers, sizes } = await load('bench/peers')

/** A process of its own for each peer, because they replace globals of the process. */
const peer = process.env.BENCH_PEER
if (peer) {
  const timings = {}
  for (const size of sizes) {
    console.log(`${peer}: ${count(size)} posts`)
    timings[size] = await peers[peer](size)
  }
  process.send(timings, () => process.exit())
} else {
  const results = []
  for (const name of Object.keys(peers)) results.push(await measureInProcess(name))
  report(results)
  process.exit()
}

function measureInProcess(name) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), {
      env: { ...process.env, BENCH_PEER: name },
      execArgv: ['--max-old-space-size=4096'],
    })
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}.`)))
  })
}

function report(results) {
  const variants = ['services', 'GraphQL', 'facade', 'MirageJS', 'MSW']
  const timingsOf = (size, call) => Object.assign({}, ...results.map((timings) => timings[size][call]))
  const calls = Object.keys(results[0][sizes[0]])
  const few = []
  const cell = (timings, variant) => {
    const timing = timings[variant]
    if (timing && timing.runs < 5) few.push(timing)
    return timing && timing.runs < 5 ? `${duration(timing.median)} ¹` : duration(timing?.median)
  }
  const factor = (size, call) => {
    const timings = timingsOf(size, call)
    return timings.MirageJS.median / timings.GraphQL.median
  }
  const tables = sizes.map((size) => {
    const rows = calls.map((call) => {
      const timings = timingsOf(size, call)
      return [call].concat(
        variants.map((variant) => cell(timings, variant)),
        significant(factor(size, call)),
      )
    })
    return `### ${count(size)} posts\n\n${table(['', ...variants, 'MirageJS / GraphQL'], rows)}`
  })
  const list = factor(10_000, 'All posts')
  const like = factor(10_000, 'Like, dislike')
  const plot = (title, call) =>
    lines({
      title,
      unit: 'ms',
      labels: sizes.map((size) => `${count(size)} posts`),
      series: variants.map((name) => ({
        name,
        values: sizes.map((size) => timingsOf(size, call)[name]?.median),
      })),
    })

  const body = `
The reads and writes of spec §7 with the same data in memory: MirageJS through the XMLHttpRequest that it replaces (in
jsdom), MSW with @msw/data through the \`fetch\` that it intercepts, Weft's REST facade, and what Weft's app does instead:
GraphQL in the page, and below it the services.
Latency is 0. A time is for one request: a change and the one that undoes it are measured together. The REST calls return
whole lists, and the changes of posts all posts; GraphQL returns a page of 20 and what has changed. All check a signed
token. The peers' handlers keep likers and followers in the records, which is the fastest way there. Signing up and
logging in are left out, because only Weft hashes passwords.

With 10,000 posts, a page of the feed over GraphQL beside MirageJS's list:
${verdict(list >= 20, `${significant(list)} times as fast`, '20')}; a like:
${verdict(like >= 100, `${significant(like)} times as fast`, '100')}.

${plotLink('peers', 'list', 'Time of a list of posts by number of posts')}

${plotLink('peers', 'like', 'Time of a like by number of posts')}

${tables.join('\n\n')}
${few.length > 0 ? `\n¹ The median of ${Math.min(...few.map(({ runs }) => runs))} runs only, because one takes long.\n` : ''}`

  writeSection('peers', {
    title: 'Other mock backends',
    body,
    packages: ['miragejs', 'msw', '@msw/data', 'graphql'],
    plots: { list: plot('A list of posts', 'All posts'), like: plot('A like', 'Like, dislike') },
  })
}
