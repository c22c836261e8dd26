// Finds a Chromium for the browser tests: the one in CHROMIUM, one in the usual places, or one that it installs.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const usualPlaces = [
  // Faster than the whole browser, which these tests do not need.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium on this machine, or undefined. */
export function findChromium() {
  const places = [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()]
  return places.find((place) => place && existsSync(place))
}

function run(command, ...args) {
  execFileSync(command, args, { stdio: 'inherit' })
}

/** Installs Debian packages if this is Debian and the user is root. Returns whether it succeeded. */
export function installDebianPackages(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  try {
    run('apt-get', 'update', '-q')
    run('apt-get', 'install', '-qy', '--no-install-recommends', ...packages)
    return true
  } catch {
    return false
  }
}

/** Installs Debian's package if possible, else Playwright's own browser. */
function install() {
  if (installDebianPackages('chromium-headless-shell') || installDebianPackages('chromium')) return
  try {
    run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium')
  } catch {
    // The caller looks for the browser and reports that it is missing.
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !findChromium()) {
  install()
  if (!findChromium()) {
    console.error('No Chromium was found or could be installed: install one and name it in CHROMIUM.')
    process.exitCode = 1
  }
}
