import { setTimeout } from 'node:timers/promises'

/** The browser is idle if it uses less than this share of a processor. */
const IDLE_LOAD = 0.1
const IDLE_MS = 2000
const MAX_WAIT_MS = 10 * 60_000

/** Waits until the browser has ordered what it has stored, which takes a while after 100,000 posts. */
export async function browserIdle(browser) {
  const devtools = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const deadline = Date.now() + MAX_WAIT_MS
  for (let before = -Infinity, now = await used(); now - before > IDLE_LOAD * (IDLE_MS / 1000); now = await used()) {
    if (Date.now() > deadline) throw new Error(`The browser was not idle within ${MAX_WAIT_MS / 60_000} minutes.`)
    before = now
    await setTimeout(IDLE_MS)
  }
  await devtools.detach()
}
