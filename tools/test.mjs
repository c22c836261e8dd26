// `npm test`: runs each check as `npm run NAME`. The checks of a stage run in parallel, one per core. The next stage
// starts when none has failed. Prints one line for each check, what it skipped, and the whole output of a failed one.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const stages = [
  // The longest first, so that the cores finish together.
  ['format:check', 'refactoring', 'lint', 'typecheck', 'build', 'codegen:check', 'lint:schema', 'deadcode'],
  // Coverage and the browser tests each use every core.
  ['coverage'],
  ['size', 'e2e'],
  // Alone, because both may install a browser.
  ['e2e:engines'],
]

/** Runs one check. Resolves with whether it passed. */
function run(name) {
  const start = Date.now()
  return new Promise((resolve) => {
    const check = spawn('npm', ['run', '--silent', name], { shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (text) => (output += text))
    check.on('close', (code) => {
      const seconds = `${Math.round((Date.now() - start) / 1000)} s`
      const skipped = output.split('\n').filter((line) => /\bskipped\b/.test(line))
      const result = code !== 0 ? 'FAILED' : skipped.length > 0 ? 'partly' : 'passed'
      console.log(`${result} ${seconds.padStart(6)}  ${name}`)
      for (const text of code === 0 ? skipped : [output]) console.log(text)
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

for (const stage of stages) {
  if (await runStage(stage)) continue
  process.exitCode = 1
  break
}
