// Finds Firefox and WebKit for `npm run e2e:engines`: by FIREFOX, in the usual places, or by installing Debian's
// packages.
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** The path of a Firefox on this machine, or undefined. */
export function findFirefox() {
  return [process.env.FIREFOX, ...firefoxPlaces].find((place) => place && existsSync(place))
}

/** The paths of WebKitGTK's driver, of its browser, and of a display for it; undefined if one is missing. */
export function findWebKit() {
  const driver = '/usr/bin/WebKitWebDriver'
  const display = '/usr/bin/Xvfb'
  if (!existsSync(driver) || !existsSync(display)) return undefined
  // Debian has a folder of libraries for each processor, and each version of the library one in there.
  const browser = foldersIn('/usr/lib')
    .flatMap((processor) => foldersIn(processor).map((library) => `${library}/MiniBrowser`))
    .find((path) => /\/webkit\w+-[\d.]+\/MiniBrowser$/.test(path) && existsSync(path))
  return browser && { driver, browser, display }
}

function foldersIn(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
}

const engines = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, find, packages } of engines) {
    if (!find()) installDebianPackages(...packages)
    if (!find()) console.error(`${name} was neither found nor installed: its tests are skipped.`)
  }
}
