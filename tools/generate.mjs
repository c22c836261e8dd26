// `npm run generate`: makes a large site in a database without users. The settings are those of the server.
import { parseArgs } from 'node:util'
import { load } from './load.mjs'

const { values } = parseArgs({ options: { users: { type: 'string' }, posts: { type: 'string' } } })
const totals = { users: Number(values.users), posts: Number(values.posts) }
const { generateSite } = await load('generate/generateSite')
let printed = 0
try {
  const { password, celebrity, reader } = await generateSite(process.env, totals, (share) => {
    const percent = Math.floor(20 * share) * 5
    if (percent > printed) console.log(`${percent} %`)
    printed = percent
  })
  console.log(`The password of all generated users: ${password}`)
  console.log(`Half of the users follow ${celebrity}; ${reader} follows one in 200.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
