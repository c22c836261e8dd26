// What the benchmarks share to write docs/performance.md: each replaces its own section, so no figure is typed by hand.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = join(root, 'docs/performance.md')
const plotFolder = join(root, 'docs/performance')

/** The sections of the page in order, each with the script that writes it. The last one explains figures of others. */
const sections = {
  backend: 'npm run bench',
  peers: 'npm run bench:peers',
  start: 'npm run bench:start',
  scale: 'npm run bench:scale',
  server: 'npm run bench:server',
  cluster: 'npm run bench:server',
  limits: 'hand',
}

const introduction = `# Performance

Scripts measure these figures, draw the plots and write this page: run one again to replace its section. Only the last
section is written by hand. A figure is a median unless it says otherwise. Other work on the machine disturbs the
figures, so each section gives the load.
`

/**
 * Replaces one section of docs/performance.md and its plots. With `--dry` among the arguments of the process it prints
 * the section instead. Call it once, at the end.
 *
 * @param {keyof typeof sections} name
 * @param {object} content
 * @param {string} content.title The heading.
 * @param {string} content.body Markdown. `plotLink` refers to a plot; headings start at `###`.
 * @param {Record<string, string>} [content.plots] SVG by name (`plots.mjs` draws it).
 * @param {string[]} [content.packages] Packages whose versions matter.
 * @param {string[]} [content.environment] More about the environment, such as the browser and its version.
 */
export function writeSection(name, { title, body, plots = {}, packages = [], environment = [] }) {
  const text = [`## ${title}`, provenance(name, packages, environment), body.trim()].join('\n\n')
  if (process.argv.includes('--dry')) {
    console.log(text)
    return
  }
  writePlots(name, plots)
  const known = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const written = Object.keys(sections).flatMap((section) => {
    const content = section === name ? text : contentOf(known, section)
    return content ? [`${startOf(section)}\n\n${content}\n\n${endOf(section)}\n`] : []
  })
  writeFileSync(page, [introduction, ...written].join('\n'))
  console.log(`Wrote the section "${title}" of docs/performance.md`)
}

/** Returns markdown that shows a plot of a section. */
export function plotLink(section, plot, description) {
  return `![${description}](performance/${section}-${plot}.svg)`
}

/** Returns a markdown table. */
export function table(head, rows) {
  const divider = head.map((_cell, at) => (at === 0 ? '---' : '---:'))
  return [head, divider, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Formats milliseconds with three significant digits, and microseconds below 0.1 ms. */
export function duration(ms) {
  if (ms === undefined) return '–'
  return ms < 0.1 ? `${significant(ms * 1000)} µs` : `${significant(ms)} ms`
}

/** Formats a number with three significant digits at least, and with thousands separators. */
export function significant(value) {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return count(Number(value.toFixed(Math.min(digits, 3))))
}

/** Formats a whole number with thousands separators. */
export function count(value) {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 3 })
}

/** Returns how an aim was met, for a cell: the measured value, then the aim. */
export function verdict(isMet, measured, aim) {
  return `${isMet ? 'yes' : '**no**'}: ${measured} (aim: ${aim})`
}

/** Says when, where and with what a section was measured. */
function provenance(name, packages, environment) {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim() ?? arch()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`
  const load = loadavg().map((value) => value.toFixed(1))
  const versions = [`Node ${process.versions.node}`, ...environment, ...packages.map((id) => `${id} ${versionOf(id)}`)]
  return `\`${sections[name]}\` wrote this section on ${date}: ${machine}, ${platform()} ${release()}. ${versions.join(
    ', ',
  )}. Load average over 1, 5 and 15 minutes at the end: ${load.join(', ')}.`
}

function versionOf(id) {
  return JSON.parse(readFileSync(join(root, 'node_modules', id, 'package.json'), 'utf8')).version
}

/** Writes the plots of a section and removes those that it no longer has. */
function writePlots(section, plots) {
  mkdirSync(plotFolder, { recursive: true })
  for (const file of readdirSync(plotFolder)) if (file.startsWith(`${section}-`)) rmSync(join(plotFolder, file))
  for (const [plot, svg] of Object.entries(plots)) writeFileSync(join(plotFolder, `${section}-${plot}.svg`), svg)
}

function contentOf(text, section) {
  const [, after = ''] = text.split(startOf(section))
  return after.split(endOf(section))[0]?.trim()
}

function startOf(section) {
  return `<!-- ${section}: written by ${sections[section]} -->`
}

function endOf(section) {
  return `<!-- end of ${section} -->`
}
