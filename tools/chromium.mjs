// Finds the headless shell of Chromium for the browser tests: the one in CHROMIUM, Debian's, or Playwright's own. A whole
// Chromium also draws its own interface, which makes the tests take much longer. Run as a script, it installs one if none
// starts.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

/** Returns the path of a Chromium on this machine; undefined for Playwright's own. */
export function findChromium() {
  return [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell'].find((path) => path && existsSync(path))
}

function run(command, ...args) {
  execFileSync(command, args, { stdio: 'inherit' })
}

/** Installs Debian packages if this is Debian and the user is root. Returns whether it succeeded. */
export function installDebianPackages(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  // Two checks may install at the same time.
  const lock = join(tmpdir(), 'weft-packages.lock')
  const apt = (...args) => run('flock', lock, 'apt-get', ...args)
  try {
    apt('update', '-q')
    apt('install', '-qy', '--no-install-recommends', ...packages)
    return true
  } catch {
    return false
  }
}

/** Installs Debian's package if possible, else Playwright's own browser. */
function install() {
  if (installDebianPackages('chromium-headless-shell')) return
  try {
    run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium')
  } catch {
    // The caller checks whether the browser starts.
  }
}

async function starts() {
  try {
    const browser = await chromium.launch({ executablePath: findChromium() })
    await browser.close()
    return true
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !(await starts())) {
  install()
  if (!(await starts())) {
    console.error('No headless Chromium was found, and none could be installed: install one and name it in CHROMIUM.')
    process.exitCode = 1
  }
}
