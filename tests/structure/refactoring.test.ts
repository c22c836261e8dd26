import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'weft-'))
  for (const part of [
    'src',
    'resolvers',
    'shared',
    'worker',
    'server',
    'tools',
    'schema.graphql',
    'codegen.ts',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(part, join(copy, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'dir')
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a tool in the copy of the project. */
function run(tool: string, ...args: string[]): { passed: boolean; output: string } {
  // Codegen prints nothing in NODE_ENV=test, which Vitest sets.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(tool), ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return status === 0 ? { passed: true, output: stdout } : { passed: false, output: `${stdout}${stderr}` }
}

const codegen = () => run('node_modules/@graphql-codegen/cli/esm/bin.js')
const typecheck = () => run('node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false')

function rename(path: string, from: RegExp, to: string): void {
  const file = join(copy, path)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
}

const byName = (a: string, b: string) => a.localeCompare(b)

const filesIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, file = '']) => file))].toSorted(byName)

describe('renaming a field of the schema', { timeout: 300_000 }, () => {
  it('makes codegen list every operation that selects it, and then the compiler every use and nothing else', () => {
    rename('schema.graphql', /\blikeCount: Int!/g, 'appreciationCount: Int!')

    const operations = readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.graphql') && !path.startsWith('devtools/graphiql/starter/'))
      .map((path) => `src/${path}`)
      .filter((path) => /\blikeCount\b/.test(readFileSync(join(copy, path), 'utf8')))
    const refused = codegen()
    expect(refused.passed).toBe(false)
    expect(filesIn(refused.output, /(src\/[\w/]+\.graphql)/g)).toEqual(operations.toSorted(byName))

    for (const path of operations) rename(path, /\blikeCount\b/g, 'appreciationCount')
    expect(codegen()).toMatchObject({ passed: true })

    const { output } = typecheck()
    expect(filesIn(output, /^([\w/.]+)\(\d+,\d+\): error/gm)).toEqual([
      'resolvers/Post.ts',
      'src/features/posts/card/LikeButton.tsx',
      'src/features/posts/card/Likers.tsx',
      'src/pages/people/LikesPage.tsx',
    ])

    rename('resolvers/Post.ts', /^ {2}likeCount:/gm, '  appreciationCount:')
    rename('src/features/posts/card/LikeButton.tsx', /\blikeCount\b/g, 'appreciationCount')
    rename('src/features/posts/card/Likers.tsx', /\blikeCount\b/g, 'appreciationCount')
    rename('src/pages/people/LikesPage.tsx', /\blikeCount\b/g, 'appreciationCount')
    expect(typecheck()).toEqual({ passed: true, output: '' })
  })
})
