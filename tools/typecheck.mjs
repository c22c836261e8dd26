// `npm run typecheck`: checks every TypeScript project, also after one has failed.
import { spawnSync } from 'node:child_process'

for (const project of ['.', 'resolvers', 'resolvers/browser', 'resolvers/store/postgres', 'worker', 'server']) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error(`tsc -p ${project} failed.`)
    process.exitCode = 1
  }
}
