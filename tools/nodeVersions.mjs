import { execFileSync } from 'node:child_process'

/**
 * Returns the path of a version of Node, such as `24` or `20.19.0`, which npm's package `node` brings and npm keeps in its
 * cache; undefined if this is not possible, for example without a network.
 * @param {string} version
 */
export function findNode(version) {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath
  const options = ['--yes', '--prefer-offline', `--package=node@${version}`]
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
