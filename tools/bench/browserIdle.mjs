import { setTimeout } from 'node:timers/promises'

/** The browser is idle if it uses less than this share of a processor. */
const IDLE_LOAD = 0.1
const IDLE_MS = 2000

/** Waits until the browser has ordered what it has stored, which takes a while after 100,000 posts. */
export async function browserIdle(browser) {
  const devtools = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  for (let before = -Infinity, now = await used(); now - before > IDLE_LOAD * (IDLE_MS / 1000); now = await used()) {
    before = now
    await setTimeout(IDLE_MS)
  }
  await devtools.detach()
}
