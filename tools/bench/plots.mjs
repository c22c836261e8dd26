// Draws the plots of docs/performance.md as SVG. They follow the reader's colour scheme.

const width = 760
const margin = { top: 56, right: 210, bottom: 48, left: 76 }

const style = `
  svg { --paper: #fff; --ink: #1f2328; --faint: #59636e; --grid: #d1d9e0;
    --s0: #0969da; --s1: #bc4c00; --s2: #1a7f37; --s3: #8250df; --s4: #bf3989; --s5: #57606a; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #f0f6fc; --faint: #9198a1; --grid: #3d444d;
      --s0: #58a6ff; --s1: #f0883e; --s2: #3fb950; --s3: #bc8cff; --s4: #f778ba; --s5: #9198a1; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--faint); }
  .title { font-weight: 600; font-size: 15px; fill: var(--ink); }
  .label { fill: var(--ink); }
  .grid { stroke: var(--grid); }
  .line { fill: none; stroke-width: 2; }
${Array.from({ length: 6 }, (_, at) => seriesStyle(at)).join('\n')}
`

/**
 * Draws one line for each series. The horizontal axis has the same distance between all values. The vertical axis is
 * logarithmic, so that equal ratios have equal heights.
 *
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.unit Of the vertical axis.
 * @param {string[]} plot.labels The values of the horizontal axis.
 * @param {{ name: string, values: (number | undefined)[] }[]} plot.series One value for each label.
 */
export function lines({ title, unit, labels, series }) {
  const height = 380
  const values = series.flatMap((one) => one.values).filter((value) => value > 0)
  const bottom = Math.floor(Math.log10(Math.min(...values)))
  const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(...values))))
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
  const x = (at) => margin.left + (inner.width * (at + 0.5)) / labels.length
  const y = (value) => margin.top + inner.height * (1 - (Math.log10(value) - bottom) / (top - bottom))

  const grid = Array.from({ length: top - bottom + 1 }, (_, at) => 10 ** (bottom + at)).map((value) => {
    const right = margin.left + inner.width
    const lineY = round(y(value))
    const line = `<line class="grid" x1="${margin.left}" x2="${right}" y1="${lineY}" y2="${lineY}"/>`
    return line + text(margin.left - 8, y(value) + 4, axisLabel(value), 'end')
  })
  const axis = labels.map((label, at) => text(x(at), height - margin.bottom + 20, label, 'middle'))
  const ends = spread(
    series.map(({ values: all }, at) => ({ at, y: y(all.findLast((value) => value > 0) ?? 10 ** bottom) })),
  )
  const drawn = series.map(({ name, values: all }, at) => {
    const points = all.flatMap((value, index) => (value > 0 ? [[round(x(index)), round(y(value))]] : []))
    const colour = `s${at % 6}`
    return [
      `<polyline class="line ${colour}" style="fill: none" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
      ...points.map(([cx, cy]) => `<circle class="${colour}" cx="${cx}" cy="${cy}" r="3.5"/>`),
      text(margin.left + inner.width + 6, ends[at] + 4, name, 'start', colour),
    ].join('\n')
  })
  return svg(height, title, [text(margin.left, 44, unit, 'end'), ...grid, ...axis, ...drawn])
}

/**
 * Draws a horizontal bar for each value, grouped by label, from zero.
 *
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.unit
 * @param {string[]} plot.labels The groups.
 * @param {{ name: string, values: (number | undefined)[] }[]} plot.series One value for each label.
 */
export function bars({ title, unit, labels, series }) {
  const bar = 18
  const left = 230
  const group = bar * series.length + 14
  const height = margin.top + 24 + group * labels.length + 12
  const largest = Math.max(...series.flatMap((one) => one.values).filter((value) => value !== undefined))
  const scale = (width - left - 110) / (largest || 1)
  const legend = series.map(({ name }, at) => text(left + at * 150, 48, `■ ${name}`, 'start', `s${at % 6}`))
  const drawn = labels.flatMap((label, row) => {
    const start = margin.top + 12 + row * group
    return [
      text(left - 10, start + (bar * series.length) / 2 + 4, label, 'end', 'label'),
      ...series.flatMap(({ values }, at) => {
        const value = values[row]
        if (value === undefined) return []
        const y = start + at * bar
        return [
          `<rect class="s${at % 6}" x="${left}" y="${y}" width="${round(Math.max(1, value * scale))}" height="${bar - 4}"/>`,
          text(left + value * scale + 6, y + 11, `${Number(value.toPrecision(3))} ${unit}`, 'start'),
        ]
      }),
    ]
  })
  return svg(height, title, [...legend, ...drawn])
}

function svg(height, title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${style}</style>
<rect width="${width}" height="${height}" rx="6" style="fill: var(--paper)"/>
${text(16, 26, title, 'start', 'title')}
${parts.join('\n')}
</svg>
`
}

function text(x, y, content, anchor, name) {
  const colour = name ? ` class="${name}"` : ''
  return `<text${colour} x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function axisLabel(value) {
  return value >= 1 ? value.toLocaleString('en-GB') : String(Number(value.toPrecision(1)))
}

function round(value) {
  return Math.round(value * 10) / 10
}

/** Moves labels apart that would cover one another. Returns their heights in the order of the series. */
function spread(labels) {
  const heights = []
  let last = -Infinity
  for (const { at, y } of labels.toSorted((a, b) => a.y - b.y)) {
    last = Math.max(y, last + 16)
    heights[at] = last
  }
  return heights
}

function seriesStyle(at) {
  return `  .s${at} { fill: var(--s${at}); stroke: var(--s${at}); }  text.s${at} { stroke: none; }`
}
