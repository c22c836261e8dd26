// Finds Firefox and WebKit for `npm run e2e:engines`: the Firefox in FIREFOX, browsers in the usual places, or Debian
// packages that it installs.
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** Returns the path of a Firefox on this machine, or undefined. */
export function findFirefox() {
  return [process.env.FIREFOX, ...firefoxPlaces].find((place) => place && existsSync(place))
}

/** Returns the paths of WebKitGTK's driver, its browser and a display server; undefined if one is missing. */
export function findWebKit() {
  const driver = '/usr/bin/WebKitWebDriver'
  const display = '/usr/bin/Xvfb'
  if (!existsSync(driver) || !existsSync(display)) return undefined
  // Debian has a folder for each processor architecture, and in it one for each version of the library.
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
