// `npm test`: runs each check as `npm run NAME`. Checks of one stage run side by side, one per core; a stage starts
// when all of the stage before have passed. Prints a line per check, with what it skipped, and the whole output of a
// check that fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const stages = [
  ['codegen:check', 'refactoring', 'build', 'lint', 'typecheck', 'format:check', 'deadcode'],
  ['coverage'],
  ['size', 'e2e'],
]

/** Resolves with whether the check passed. */
function run(name) {
  const start = Date.now()
  return new Promise((resolve) => {
    const check = spawn('npm', ['run', '--silent', name], { shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (text) => (output += text))
    check.on('close', (code) => {
      const seconds = `${Math.round((Date.now() - start) / 1000)} s`
      console.log(`${code === 0 ? 'passed' : 'FAILED'} ${seconds.padStart(6)}  ${name}`)
      const told = code === 0 ? output.split('\n').filter((line) => /\bskipped\b/.test(line)) : [output]
      for (const text of told) console.log(text)
      resolve(code === 0)
    })
  })
}

async function runStage(names) {
  const waiting = [...names]
  const results = []
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await run(name))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return !results.includes(false)
}

for (const stage of stages) {
  if (await runStage(stage)) continue
  process.exitCode = 1
  break
}
