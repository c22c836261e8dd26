import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source file: its path from the root of the project, with forward slashes, and its text. */
export interface Source {
  path: string
  text: string
}

/** Returns the files below these folders that are not generated. */
export function sourcesBelow(folders: readonly string[], ending: RegExp): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => ending.test(path) && !/(^|\/)generated\/|\.generated\./.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  )
}
