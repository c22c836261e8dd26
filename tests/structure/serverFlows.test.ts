import { describe, expect, it } from 'vitest'
import { browserFlows, onlyOnServer, serverFlows } from '../e2e/serverFlows.ts'
import { sourcesBelow } from './sources.ts'

const specs = sourcesBelow(['tests/e2e'], /\.spec\.ts$/).map(({ path, text }) => ({
  file: path.replace('tests/e2e/', ''),
  text,
}))

describe('the browser tests', () => {
  it('each run against a server, or have one reason in serverFlows.ts why they do not', () => {
    const listed = [onlyOnServer, ...Object.keys(serverFlows), ...Object.values(browserFlows).flat()]
    const entriesOf = (file: string) =>
      listed.filter((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry))
    expect(specs.filter(({ file }) => entriesOf(file).length !== 1).map(({ file }) => file)).toEqual([])
    expect(listed.filter((entry) => !specs.some(({ file }) => entriesOf(file).includes(entry)))).toEqual([])
  })

  it('have every title that serverFlows.ts leaves out', () => {
    const missing = Object.entries(serverFlows).flatMap(([name, titles]) => {
      const text = specs.find(({ file }) => file === name)?.text ?? ''
      return titles.filter((title) => !text.includes(`'${title}'`))
    })
    expect(missing).toEqual([])
  })

  it('have no tags but those that tests/README.md explains', () => {
    const tags = specs.flatMap(({ text }) =>
      [...text.matchAll(/\btag: (\[[^\]]*\]|'[^']*')/g)].flatMap(([, tag = '']) => tag.match(/@[\w-]+/g) ?? []),
    )
    expect(new Set(tags)).toEqual(new Set(['@quick', '@phone', '@no-server']))
  })
})
