// `npm start`: builds the app, serves it, and says where and as whom.
import { build, preview, runnerImport } from 'vite'

await build({ logLevel: 'warn' })
const server = await preview({ logLevel: 'warn' })
const { module } = await runnerImport('./resolvers/seed/demoAccount.ts')
const { username, password } = module.demoAccount

console.log(`Weft is at ${server.resolvedUrls?.local[0]}`)
console.log(`Press Test Login, or log in as ${username} with the password ${password}`)
