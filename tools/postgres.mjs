// Finds the programs of a Postgres server for `npm run test:server`: in POSTGRES_BIN, Debian's, or a Debian package that
// it installs.
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'

const debianFolder = '/usr/lib/postgresql'
const oldestVersion = 15

/** Returns the folder with `initdb` and `postgres` of version 15 or later, the latest; undefined if there is none. */
export function findPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const folders = versions
    .filter((version) => version >= oldestVersion)
    .toSorted((one, other) => other - one)
    .map((version) => `${debianFolder}/${version}/bin`)
  return [process.env.POSTGRES_BIN, ...folders].find((folder) => folder && existsSync(`${folder}/initdb`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !findPostgres()) {
  installDebianPackages('postgresql')
  if (!findPostgres()) console.error('No Postgres server was found or installed: its tests are skipped.')
}
