import { execFileSync } from 'node:child_process'

/**
 * Returns the path of Node 24, which npm's package `node` brings and npm keeps in its cache; undefined if this is not
 * possible, for example without a network.
 */
export function findNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const options = ['--yes', '--prefer-offline', '--package=node@24']
  try {
    return execFileSync('npm', ['exec', ...options, '--', 'node', '-p', 'process.execPath'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    }).trim()
  } catch {
    return undefined
  }
}
