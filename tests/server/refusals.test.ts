/** What the server's commands say of folders and files that they cannot use. */

import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolder, runServer, temporaryFolder, type ServerSetup } from './serverProcess.ts'

const isLinux = process.platform === 'linux'
const canMount = isLinux && process.getuid?.() === 0

/** Expects that the command prints this message alone, and fails. */
async function expectRefused(setup: ServerSetup, output: unknown): Promise<void> {
  expect(await runServer(setup)).toEqual({ code: 1, output })
}

/** Mounts a file system in memory until the test ends. */
async function mountDisk(options: string): Promise<string> {
  const folder = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Makes a small file on which no byte can be written, by filling its disk. */
async function fullDisk(): Promise<string> {
  const folder = await mountDisk('size=16k')
  await appendFile(join(folder, 'filler'), Buffer.alloc(16_384)).catch(() => undefined)
  return folder
}

describe('a DATA_DIR that cannot be used ends the start with one message', () => {
  const advice = 'Set DATA_DIR to a folder that this user may create and write.'
  const temporary = async (...path: string[]) => join(await temporaryFolder(), ...path)
  const withFile = async (...path: string[]) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), 'mine')
    return join(folder, ...path)
  }
  const cases: [name: string, isPossible: boolean, reason: string, create: () => Promise<string>][] = [
    ['in a folder where nothing can be created', isLinux, 'nothing can be created there', async () => '/proc/x/y'],
    ['that is a file', true, 'a part of its path is a file', () => withFile('file')],
    ['below a file', true, 'a part of its path is a file', () => withFile('file', 'data')],
    ['with a name that is too long', true, 'its name is too long', () => temporary('x'.repeat(300))],
    [
      'that is a link to nothing',
      true,
      'nothing can be created there',
      async () => {
        const path = await temporary('link')
        await symlink(`${path}-target`, path)
        return path
      },
    ],
    ['on a disk that is read-only', canMount, 'its disk is read-only', () => mountDisk('ro')],
    ['on a disk that is full', canMount, 'its disk is full', fullDisk],
    [
      'on a disk without space for a database',
      canMount,
      'its disk is full',
      async () => join(await mountDisk('size=4m'), 'data'),
    ],
  ]
  it.each(cases.filter(([, isPossible]) => isPossible))('%s', async (_name, _isPossible, reason, create) => {
    const folder = await create()
    await expectRefused({ folder }, `The folder ${folder} cannot be used: ${reason}. ${advice}\n`)
  })

  it.runIf(canMount)('of another user', async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o755)
    expect(await runAsNobody(folder)).toBe(
      `The folder ${folder} cannot be used: this user lacks the permission. ${advice}\n`,
    )
  })

  /** Runs the server as a user who owns nothing. Returns what it prints. */
  async function runAsNobody(folder: string): Promise<string> {
    // The folder of the project may be closed to others.
    const program = await temporaryFolder()
    await chmod(program, 0o755)
    await cp('dist-server', join(program, 'dist-server'), { recursive: true })
    await cp('package.json', join(program, 'package.json'))
    await symlink(resolve('node_modules'), join(program, 'node_modules'))
    return new Promise((done) => {
      const options = { uid: 65_534, gid: 65_534, cwd: program, env: { DATA_DIR: folder, PORT: '0' } }
      execFile(process.execPath, ['dist-server/main.js'], options, (_error, output, errors) => done(output + errors))
    })
  }
})

describe('a DATA_DIR that holds something else', () => {
  it('is left alone if it has a folder of that name with other files', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'database'))
    await writeFile(join(folder, 'database', 'notes.txt'), 'mine')
    await expectRefused(
      { folder },
      `${join(folder, 'database')} is not a database of Weft. Set DATA_DIR to another folder.\n`,
    )
    expect(await readdir(folder, { recursive: true })).toEqual(['database', join('database', 'notes.txt')])
  })

  it('is left alone if it has a file of that name', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'database'), 'mine')
    await expectRefused(
      { folder },
      `${join(folder, 'database')} is not a database of Weft. Set DATA_DIR to another folder.\n`,
    )
  })

  it('is refused if it is the folder of a database itself, such as the one in another DATA_DIR', async () => {
    const folder = join(await dataFolder(), 'database')
    await expectRefused(
      { folder },
      `${folder} has the files of a database itself. Set DATA_DIR to the folder above it, or to another one.\n`,
    )
    expect(existsSync(join(folder, 'database'))).toBe(false)
  })

  it('is refused if its database is of another version of Postgres, or is damaged', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'database'))
    await writeFile(join(folder, 'database', 'PG_VERSION'), '14\n')
    await expectRefused(
      { folder },
      `The database in ${folder} cannot be opened: PGlite failed to initialize properly. It may be damaged, or of ` +
        'another version: restore a backup, or set DATA_DIR to another folder.\n',
    )
  })
})

it('other users of the machine cannot read a new database', async () => {
  const folder = join(await temporaryFolder(), 'data')
  expect(await runServer({ folder, args: ['migrate'] })).toMatchObject({ code: 0 })
  expect((await stat(join(folder, 'database'))).mode & 0o777).toBe(0o700)
})

describe('import', () => {
  const advice = 'Name a file that "export" or the lab has written.'

  it.each([
    ['does not exist', 'there is no such file', async (path: string) => path],
    ['is a folder', 'it is not a file', async (path: string) => join(path, '..')],
    [
      'is below a file',
      'a part of its path is a file',
      async (path: string) => {
        await writeFile(path, '')
        return join(path, 'file')
      },
    ],
    [
      'is a pipe, which may never be written',
      'it is not a file',
      async (path: string) => {
        execFileSync('mkfifo', [path])
        return path
      },
    ],
  ])('refuses a file that %s, before it opens the database', async (_name, reason, prepare) => {
    const [folder, files] = [join(await temporaryFolder(), 'data'), await temporaryFolder()]
    const file = await prepare(join(files, 'snapshot'))
    await expectRefused({ folder, args: ['import', file] }, `${file} cannot be read: ${reason}. ${advice}\n`)
    expect(existsSync(folder)).toBe(false)
  })

  it.each([
    ['is empty', '', 'Line 1: the file is empty.'],
    ['is something else', 'Dear Ada\n', 'Line 1: this is not a snapshot of Weft.'],
  ])('refuses a file that %s, and says what to do', async (_name, text, problem) => {
    const file = join(await temporaryFolder(), 'snapshot')
    await writeFile(file, text)
    await expectRefused({ args: ['import', file] }, `Nothing of ${file} was imported. ${problem} ${advice}\n`)
  })

  it('refuses a file whose end is missing, and says what to do', async () => {
    const [folder, file] = [await dataFolder(), join(await temporaryFolder(), 'snapshot')]
    expect(await runServer({ folder, args: ['export', file] })).toMatchObject({ code: 0 })
    await truncate(file, (await stat(file)).size - 10)
    await expectRefused(
      { folder, args: ['import', file] },
      expect.stringMatching(new RegExp(String.raw`^Nothing of ${file} was imported\. Line \d+: .*\. ${advice}\n$`)),
    )
  })
})

describe('export', () => {
  const advice = 'Name a new file in a folder that this user may write.'
  const cases: [name: string, isPossible: boolean, reason: string, create: () => Promise<string>][] = [
    ['exists', true, 'it exists already', () => temporaryFolder()],
    [
      'is in a folder that does not exist',
      true,
      'its folder does not exist',
      async () => join(await temporaryFolder(), 'none', 'x'),
    ],
    ['is in a folder where nothing can be created', isLinux, 'its folder does not exist', async () => '/proc/x'],
    ['is on a disk that is read-only', canMount, 'its disk is read-only', async () => join(await mountDisk('ro'), 'x')],
    ['is on a disk that is full', canMount, 'its disk is full', async () => join(await fullDisk(), 'x')],
  ]
  it.each(cases.filter(([, isPossible]) => isPossible))(
    'says why a file that %s cannot be written, and leaves nothing',
    async (_name, _isPossible, reason, create) => {
      const file = await create()
      const before = existsSync(file)
      await expectRefused({ args: ['export', file] }, `${file} cannot be written: ${reason}. ${advice}\n`)
      expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([before, false])
    },
  )

  it('does not write over what another export is writing', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(`${file}.part`, 'theirs')
    await expectRefused(
      { args: ['export', file] },
      `${file}.part exists: another export is writing it, or was killed. Then delete it.\n`,
    )
    expect(existsSync(file)).toBe(false)
  })
})

describe('a start without the built app', () => {
  it('of the server says how to build it', async () => {
    const folder = await temporaryFolder()
    await cp('dist-server', join(folder, 'dist-server'), { recursive: true })
    await cp('package.json', join(folder, 'package.json'))
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await expectRefused(
      { cwd: folder },
      `The app cannot be read: there is no ${join(folder, 'dist', 'index.html')}. Build it: npm run build\n`,
    )
  })

  it('by npm run serve, whose build fails, ends with the message of the build', async () => {
    const cwd = await temporaryFolder()
    const run = promisify(execFile)(process.execPath, [resolve('tools/serve.mjs')], { cwd })
    const { code, stderr } = await run.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The server cannot be started, because dist\/index\.html cannot be built: /m)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})

it('a server that shall listen on an address of another machine says which setting to change', async () => {
  await expectRefused(
    { env: { HOST: '192.0.2.1' } },
    'The address 192.0.2.1 is not one of this machine. Set HOST to one that is.\n',
  )
})
