/**
 * The woven pattern of a profile banner. It depends only on the username, which selects how the threads
 * cross and a pair of similar colours.
 */

/** One repeat of a pattern: `width` by `height` cells. In each cell the weft or the warp is on top. */
interface Pattern {
  width: number
  height: number
  weftOnTop: (row: number, column: number) => boolean
}

/** A triangle wave: returns the distance of `n` to the middle of its period. */
const triangle = (n: number, period: number) => Math.abs((((n % period) + period) % period) - period / 2)

const patterns: readonly Pattern[] = [
  // herringbone
  { width: 16, height: 4, weftOnTop: (r, c) => (c < 8 ? r + c : r - c + 16) % 4 < 2 },
  // birdseye
  { width: 8, height: 8, weftOnTop: (r, c) => (Math.abs(r - 4) + Math.abs(c - 4)) % 4 < 2 },
  // houndstooth
  { width: 8, height: 8, weftOnTop: (r, c) => ((r + c) % 4 < 2 ? r % 8 < 4 : c % 8 < 4) },
  // chevron
  { width: 12, height: 6, weftOnTop: (r, c) => (r + triangle(c, 12)) % 6 < 3 },
  // rosepath
  {
    width: 16,
    height: 16,
    weftOnTop: (r, c) => {
      const distance = triangle(r, 16) + triangle(c, 16)
      return distance % 5 < 2 || distance === 8
    },
  },
  // wave
  {
    width: 16,
    height: 4,
    weftOnTop: (r, c) => (((r + Math.round(2 * Math.sin((c * Math.PI) / 8))) % 4) + 4) % 4 < 2,
  },
]

/** Pairs of colours in tokens.css: `--weave-{name}-warp` and `--weave-{name}-weft`. */
const dyes = ['indigo', 'madder', 'moss', 'plum', 'vat', 'weld'] as const

/** The width of a thread in pixels. */
const CELL = 8

/** Returns the pattern of a user, in pixels. `path` has the cells in which the weft is on top, as an SVG path. */
export function weaveOf(username: string) {
  const h = hash(username)
  const pattern = pick(patterns, h)
  return {
    id: `weave-${h.toString(36)}`,
    width: pattern.width * CELL,
    height: pattern.height * CELL,
    dye: pick(dyes, h >>> 10),
    path: weftPath(pattern),
  }
}

function weftPath({ width, height, weftOnTop }: Pattern): string {
  let path = ''
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!weftOnTop(row, column)) continue
      let run = 1
      while (column + run < width && weftOnTop(row, column + run)) run++
      path += `M${column * CELL} ${row * CELL}h${run * CELL}v${CELL}h-${run * CELL}z`
      column += run
    }
  }
  return path
}

/** FNV-1a with a final mix. The offset basis was chosen so that the six seed users get different patterns. */
function hash(text: string): number {
  let h = 2166206383
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 16777619)
  h = Math.imul(h ^ (h >>> 15), 2246822507)
  return (h ^ (h >>> 13)) >>> 0
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length]
  if (picked === undefined) throw new Error('Cannot pick from an empty list.')
  return picked
}
