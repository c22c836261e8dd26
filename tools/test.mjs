// `npm test`: the checks for daily work. `npm run test:all`: every check but the benchmarks. `npm run test:rest`: what
// `test:all` adds to `npm test`. Runs each check as `npm run NAME`. The checks of a stage run in parallel, one per core;
// the next stage starts when none has failed. Prints one line for each check, which tests it skipped and which were
// slow, and the whole output of a failed one.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

// Most tests use every core, so each is a stage of its own. In a stage the longest come first, so that the cores finish
// together.
const quick = [['typecheck', 'lint', 'build', 'codegen:check', 'lint:schema'], ['unit'], ['e2e', 'test:smoke', 'size']]

// The tests of other engines leave a core half idle.
const others = [
  ['format:check', 'refactoring', 'deadcode', 'build:server'],
  ['coverage'],
  ['test:server', 'e2e:engines'],
  ['e2e:rest'],
  ['e2e:server'],
]

/** Checks of `npm test` that one of the others repeats: with coverage, and among the tests of the server. */
const repeated = new Set(['unit', 'test:smoke'])

const runs = {
  quick,
  all: [...quick.map((stage) => stage.filter((name) => !repeated.has(name))), ...others],
  // The others need the build.
  rest: [['build'], ...others],
}

const stages = runs[process.argv[2] ?? 'quick']
if (!stages) throw new Error(`Unknown run. Known: ${Object.keys(runs).join(', ')}.`)

/** Runs one check. Resolves with whether it passed. */
function run(name) {
  const start = Date.now()
  return new Promise((resolve) => {
    const check = spawn('npm', ['run', '--silent', name], { shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (text) => (output += text))
    check.on('close', (code) => {
      const seconds = `${Math.round((Date.now() - start) / 1000)} s`
      const lines = output.split('\n')
      const slow = lines.filter((line) => line.startsWith('slow '))
      const skipped = lines.filter((line) => /\bskipped\b/.test(line) && !slow.includes(line))
      const result = code !== 0 ? 'FAILED' : skipped.length > 0 ? 'partly' : 'passed'
      console.log(`${result} ${seconds.padStart(6)}  ${name}`)
      for (const text of code === 0 ? [...skipped, ...slow] : [output]) console.log(text)
      resolve(code === 0)
    })
  })
}

async function runStage(names) {
  const queue = [...names]
  const results = []
  const runQueued = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) results.push(await run(name))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runQueued))
  return !results.includes(false)
}

const start = Date.now()
for (const stage of stages) {
  if (await runStage(stage)) continue
  process.exitCode = 1
  break
}
console.log(`${process.exitCode ? 'FAILED' : 'passed'} ${Math.round((Date.now() - start) / 1000)} s  in all`)
