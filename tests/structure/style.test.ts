import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourcesBelow } from './sources.ts'

const rawColour = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|lab|lch|hwb)\(/i

/** The last two return `any`. */
const looseTypes = /\bas any\b|: any\b|@ts-ignore|@ts-expect-error|@ts-nocheck|\bObject\(|\bReflect\.(get|apply)\(/

/** This file, which has the patterns, and two whose proxies forward the calls of every method. */
const mayBeLoose = new Set([
  'tests/structure/style.test.ts',
  'tests/interceptStore.ts',
  'resolvers/store/aroundCalls.ts',
])

describe('the style of the code', () => {
  it('has raw colours only in tokens.css', () => {
    const raw = sourcesBelow(['src'], /\.(css|tsx?)$/)
      .filter(({ path }) => path !== 'src/ui/styles/tokens.css')
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (rawColour.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
      )
    expect(raw).toEqual([])
  })

  it('uses only tokens that exist', () => {
    const styles = sourcesBelow(['src'], /\.(css|tsx?)$/)
    const defined = new Set(
      styles.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\s*[:\]]/g)].map(([, name]) => name)),
    )
    const used = styles.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)[,)]/g)].map(([, name = '']) => ({ path, name })),
    )
    expect(used.filter(({ name }) => !defined.has(name) && !name.startsWith('--toastify'))).toEqual([])
  })

  it('has no selector that starts with `:has()`, because each DOM change would restyle the page', () => {
    const universal = sourcesBelow(['src'], /\.css$/).flatMap(({ path, text }) =>
      [...text.matchAll(/(?:^|[\s,>+~*]):has\(.*/gm)].map(([rule]) => `${path} ${rule.trim()}`),
    )
    expect(universal).toEqual([])
  })

  it('compares widths in em or rem, so that larger text has the layout of a narrower window', () => {
    const pixels = sourcesBelow(['src'], /\.css$/).flatMap(({ path, text }) =>
      [...text.matchAll(/@(?:media|container)[^{\n]*\dpx.*/g)].map(([rule]) => `${path} ${rule.trim()}`),
    )
    expect(pixels).toEqual([])
  })

  it('has each style sheet in the layer of its folder, except that of GraphiQL, whose own are in none', () => {
    const misplaced = sourcesBelow(['src'], /\.css$/)
      .filter(({ path }) => !/\/(tokens|fonts)\.css$|GraphiQLPage/.test(path))
      .filter(({ path, text }) => {
        const layer = path.endsWith('/global.css') ? 'reset' : path.startsWith('src/ui/') ? 'ui' : 'app'
        return !new RegExp(`^@layer ${layer} \\{\\n(  .*\\n|\\n)*\\}\\n$`).test(text)
      })
      .map(({ path }) => path)
    expect(misplaced).toEqual([])
  })

  it('declares the order of the layers before the first style sheet of a page', () => {
    expect(readFileSync('index.html', 'utf8')).toMatch(
      /@layer reset, ui, app;[^]*<!-- inline: src\/start\/headScript\.ts -->/,
    )
  })

  it('has no two CSS modules of the same name, because it is part of their class names', () => {
    const names = sourcesBelow(['src'], /\.module\.css$/).map(({ path }) => path.replace(/.*\//, ''))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('calls Apollo by hooks, `sendMutation` and `fetchQuery`, not by methods of the client', () => {
    const direct = sourcesBelow(['src'], /\.tsx?$/)
      .filter(
        ({ path, text }) =>
          !/^src\/(apollo|pagedList)\//.test(path) && /client(\w*\([^)]*\))?\.(mutate|query)[<(]/i.test(text),
      )
      .map(({ path }) => path)
    expect(direct).toEqual([])
  })

  it('has no any in any form and no suppressed type error', () => {
    const loose = sourcesBelow(['src', 'resolvers', 'shared', 'worker', 'tests'], /\.tsx?$/)
      .filter(({ path, text }) => !mayBeLoose.has(path) && looseTypes.test(text))
      .map(({ path }) => path)
    expect(loose).toEqual([])
  })
})
