/**
 * Pictures in the colours of the page. Words and figures are text of the page next to each shape,
 * so that they wrap and never overlap; SVG has the shapes, and in charts the names of the axes.
 */
import { escapeHtml } from '../escape.ts'
import {
  badgeHtml,
  dayInWords,
  definitions,
  figure,
  flagsHtml,
  isText,
  money,
  round,
  svg,
} from './parts.ts'
import type { Bars, Checklist, Gauge, GivingPicture, Picture, Timeline } from './picture.ts'
import { tableHtml } from './table.ts'

export function drawPicture(picture: Picture): string {
  return figure(picture, drawBody(picture))
}

function drawBody(picture: Picture): string {
  if (picture.kind === 'gauge') return gauge(picture)
  if (picture.kind === 'bars') return `${barsHtml(picture.bars)}${flagsHtml(picture.notes)}`
  if (picture.kind === 'timeline') return timeline(picture)
  return picture.kind === 'giving' ? drawGiving(picture) : checklistHtml(picture.items)
}

const BAND_TONES: Readonly<Record<string, string>> = {
  low_risk: 'good',
  caution: 'warn',
  high_risk: 'bad',
}

export const toneOf = (band: unknown): string => BAND_TONES[String(band)] ?? 'plain'

/**
 * Half a circle from 0 on the left to 100 on the right. The needle stays between score and scale.
 */
const GAUGE = { x: 150, y: 148, radius: 110, needle: 14, scale: 26 }

function pointAt(score: number, radius: number): [x: number, y: number] {
  const angle = Math.PI * (1 - score / 100)
  return [round(GAUGE.x + radius * Math.cos(angle)), round(GAUGE.y - radius * Math.sin(angle))]
}

function arc(from: number, to: number, kind: string): string {
  const { radius } = GAUGE
  return `<path class="${kind}" d="M${pointAt(from, radius)}A${radius} ${radius} 0 0 1 ${pointAt(to, radius)}"/>`
}

const across = (score: number, length: number) =>
  `M${pointAt(score, GAUGE.radius - length)}L${pointAt(score, GAUGE.radius + length)}`

function gauge({ title, reading, tone, score, bands, steps, missing }: Gauge): string {
  const borders = bands.filter(({ from }) => from > 0).map(({ from }) => from)
  const ticks = borders.map((at) => {
    const [x, y] = pointAt(at, GAUGE.radius + GAUGE.scale)
    return `<path class="tick" d="${across(at, GAUGE.needle)}"/><text class="small" x="${x}" y="${round(y + 4)}">${at}</text>`
  })
  const ends = [0, 100].map((at) => {
    const [x, y] = pointAt(at, GAUGE.radius)
    return `<text class="small" x="${x}" y="${y + 20}">${at}</text>`
  })
  const content = `${arc(0, 100, 'track')}${score > 0 ? arc(0, score, `value ${tone}`) : ''}${ticks.join('')}${ends.join('')}<path class="needle" d="${across(score, GAUGE.needle)}"/><text class="score" x="${GAUGE.x}" y="${GAUGE.y - 12}">${score}</text><text class="small" x="${GAUGE.x}" y="${GAUGE.y + 8}">of 100</text>`
  const names = [...bands]
    .sort((a, b) => a.from - b.from)
    .map(({ name, from, to }) => `<li>${from} to ${to}: ${escapeHtml(name)}</li>`)
  const rows = steps.map(
    ({ code, effect, detail }) =>
      `<li><b>${effect === '' ? 'noted' : escapeHtml(effect)}</b> <span><code>${escapeHtml(code)}</code> ${escapeHtml(detail)}</span></li>`,
  )
  return `<div class="charts"><div>${svg(300, 172, `Gauge of ${title}: ${reading}`, content)}
<ul class="legend">${names.join('')}</ul></div>
<ol class="steps-down"><li><b>100</b> <span>${rows.length === 0 ? 'to begin with; nothing was deducted' : 'to begin with'}</span></li>
${rows.join('\n')}
<li class="sum"><b>${score}</b> <span>${escapeHtml(reading.replace(/^\d+ of 100, /, ''))}</span></li></ol></div>${thinHtml(missing)}`
}

/** Says in words what a thin verdict does not rest on. */
function thinHtml(missing: readonly string[]): string {
  if (missing.length === 0) return ''
  return `\n<p class="notice">This verdict rests on little evidence: ${escapeHtml(missing.join('; '))}. A high score here is no proof of low risk.</p>`
}

/**
 * A named row of bars, each with its figure in words. Bars reach from one share of the scale to
 * another.
 */
export interface BarRow {
  name: string
  bars: readonly { from: number; to: number; text: string; kind?: string }[]
}

export function barRows(rows: readonly BarRow[], extra = ''): string {
  const items = rows.map(({ name, bars }) => {
    const drawn = bars.map(({ from, to, text, kind = 'value' }) => {
      const [left, right] = [Math.min(from, to), Math.max(from, to)].map((share) => share * 100)
      const shape =
        kind === 'none'
          ? ''
          : `<rect class="${kind}" x="${round(left!)}" width="${round(right! - left!)}" height="10"/>`
      return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${shape}${extra}</svg><b>${escapeHtml(text)}</b>`
    })
    return `<li><span>${escapeHtml(name)}</span>${drawn.join('')}</li>`
  })
  return `<ul class="bars">${items.join('\n')}</ul>`
}

export const barsHtml = (factors: Bars['bars']): string =>
  barRows(
    factors.map(({ name, value, of }) => ({
      name,
      bars: [{ from: 0, to: of <= 0 ? 0 : value / of, text: `${value} of ${of}` }],
    })),
  )

interface Column {
  name: string
  /** `null` if not stated. */
  value: number | null
}

const CHART = { width: 320, height: 120, left: 52, top: 10 }

/** Columns over an axis with its unit. Figures that matter are in a table or list next to it. */
export function columnChart(
  what: string,
  columns: readonly Column[],
  format: (value: number) => string,
): string {
  const { width, height, left, top } = CHART
  const most = roundUp(Math.max(1, ...columns.map(({ value }) => value ?? 0)))
  const y = (value: number) => round(top + height - (value / most) * height)
  const lines = [0, most / 2, most].map(
    (value) =>
      `<path class="grid" d="M${left} ${y(value)}H${width}"/><text class="small end" x="${left - 6}" y="${y(value) + 4}">${escapeHtml(format(value))}</text>`,
  )
  const step = (width - left) / Math.max(columns.length, 1)
  const wide = Math.min(40, step * 0.7)
  // Seven pixels a letter: names that would touch the one before are left to the table.
  const longest = Math.max(0, ...columns.map(({ name }) => name.length)) * 7
  const every = Math.max(1, Math.ceil(longest / step))
  const shapes = columns.map(({ name, value }, index) => {
    const middle = round(left + index * step + step / 2)
    const mark =
      value === null
        ? `<text class="small" x="${middle}" y="${y(0) - 4}">?</text>`
        : `<rect class="value" x="${round(middle - wide / 2)}" y="${y(value)}" width="${round(wide)}" height="${round(top + height - y(value))}"/>`
    const under = index % every === 0 ? escapeHtml(name) : ''
    return `${mark}<text class="small" x="${middle}" y="${top + height + 17}">${under}</text>`
  })
  const said = columns.map(
    ({ name, value }) => `${name} ${value === null ? 'not stated' : format(value)}`,
  )
  return `<p class="chart-name">${escapeHtml(what)}</p>
${svg(width, top + height + 24, `${what}: ${said.join(', ')}`, [...lines, ...shapes].join(''))}`
}

/** Returns the next of 1, 2, 4, 5, 10 … times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 10].map((times) => times * power).find((each) => each >= value)!
}

const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const compactPounds = (value: number) => `£${COMPACT.format(value)}`
const pounds = (value: number) => money(value, 'GBP')

/** Columns of a long history: more would not be legible, and the table has all. */
const MOST_YEARS = 12

function drawGiving({ years, sizes }: GivingPicture): string {
  const columns = years.slice(-MOST_YEARS).map(({ year, total }) => ({ name: year, value: total }))
  const rows = years
    .toReversed()
    .map(({ year, total, grants, median }) => [
      year,
      pounds(total),
      grants.toLocaleString('en-GB'),
      median === null ? 'not stated' : pounds(median),
    ])
  const head = ['Year', 'Given', 'Grants', 'Half were below']
  return `<div class="charts"><div>${columnChart('Given by year, in £', columns, compactPounds)}</div>
<div><p class="chart-name">How large an award is</p>
${sizeRows(sizes)}</div></div>
${tableHtml({ kind: 'numbers', label: 'Given by year', head, rows })}`
}

/** If values differ by orders of magnitude, proportional bars would show only the largest. */
const FAR_APART = 100

function sizeRows(sizes: GivingPicture['sizes']): string {
  const amounts = sizes.map(({ amount }) => amount)
  const far = Math.max(...amounts) > FAR_APART * Math.min(...amounts)
  const scale = (amount: number) => (far ? Math.log10(Math.max(amount, 1)) : amount)
  const most = Math.max(...amounts.map(scale), 1)
  const rows = sizes.map(({ name, amount }) => ({
    name,
    bars: [{ from: 0, to: scale(amount) / most, text: pounds(amount) }],
  }))
  const note = far
    ? '<p class="soft">Bars grow with the number of digits, not in proportion.</p>'
    : ''
  return barRows(rows) + note
}

const MARKS = {
  pass: ['✓', 'met'],
  fail: ['✕', 'not met'],
  undeclared: ['?', 'not declared'],
} as const

const CERTAINTY_TONES: Readonly<Record<string, string>> = { sure: 'good', likely: 'warn' }

export function checklistHtml(items: Checklist['items']): string {
  if (items.length === 0) return '<p>No criterion could be read.</p>'
  const rows = items.map(({ mark, requirement, detail, certainty, reason, by }) => {
    const [sign, meaning] = MARKS[mark]
    const reading =
      certainty === null
        ? ''
        : ` ${badgeHtml(`${certainty === 'sure' ? 'sure' : `${certainty}: check this sentence`}`, CERTAINTY_TONES[certainty] ?? 'bad')}`
    const notes = [detail, reason, by].filter((note) => note !== null && note !== '')
    return `<li class="${mark}"><span class="mark" aria-hidden="true">${sign}</span><div><b>${meaning}</b>${reading} <q>${escapeHtml(requirement)}</q><br><span class="soft">${escapeHtml(notes.join('; '))}</span></div></li>`
  })
  return `<ul class="checklist">${rows.join('\n')}</ul>`
}

const STEP = 34

/**
 * From the first date down to the last: what is over is filled, what is ahead an outline, today an
 * arrow.
 */
function timeline({ title, reading, events, facts }: Timeline): string {
  const middle = (index: number) => index * STEP + 17
  const signs = events.map(({ name, date, state }, index) => {
    const y = middle(index)
    const sign =
      state === 'today'
        ? `<path class="today" d="M6 ${y - 8}L20 ${y}L6 ${y + 8}Z"/>`
        : `<circle class="${state}" cx="12" cy="${y}" r="6"/>`
    return `${sign}<text class="name${state === 'today' ? ' strong' : ''}" x="30" y="${y + 5}">${escapeHtml(name)}</text><text class="number" x="298" y="${y + 5}">${escapeHtml(dayInWords(date))}</text>`
  })
  const line = `<path class="line" d="M12 ${middle(0)}V${middle(events.length - 1)}"/>`
  const described = events.map(({ name, date }) => `${name} ${dayInWords(date)}`).join(', ')
  const rows = facts.map(({ name, value }) => [name, escapeHtml(value)] as const)
  return `<div class="charts">${svg(300, events.length * STEP, `Dates of ${title}: ${[reading, described].filter((part) => part !== '').join('. ')}`, line + signs.join(''))}
${definitions(rows)}</div>`
}

/** Time that the contracts of an answer span, in ms. */
export interface Scale {
  from: number
  to: number
  /** Time of the data. */
  now: number
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const SPAN = 320

/** Says what the bars of contracts mean. */
export function contractLegend({ now }: Scale): string {
  const key = (shape: string, name: string) =>
    `<li><svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">${shape}</svg> ${escapeHtml(name)}</li>`
  const today = Number.isNaN(now) ? 'today' : dayInWords(new Date(now).toISOString())
  return `<ul class="legend">${key('<rect class="value" y="2" width="22" height="10"/>', 'contract')}${key('<rect class="option" x="1" y="2" width="20" height="10"/>', 'with options')}${key('<path class="now" d="M11 0V14"/>', today)}</ul>`
}

/**
 * A contract from its start to its end on the time axis of all, with options as an outline. Empty
 * without an end.
 */
export function contractBar(
  { begins, ends, latest }: { begins: unknown; ends: unknown; latest: unknown },
  { from, to, now }: Scale,
): string {
  const x = (ms: number) => round(((ms - from) / Math.max(to - from, 1)) * SPAN)
  const at = (date: unknown) => (isText(date) ? x(Date.parse(date.slice(0, 10))) : Number.NaN)
  const [begin, end, last] = [at(begins), at(ends), at(latest)]
  if (Number.isNaN(begin) || Number.isNaN(end)) return ''
  const years: string[] = []
  for (let year = new Date(from).getUTCFullYear() + 1; Date.UTC(year, 0) < to; year += 1)
    years.push(`<path class="grid" d="M${x(Date.UTC(year, 0))} 0V24"/>`)
  const options =
    last > end
      ? `<rect class="option" x="${end}" y="6" width="${round(last - end)}" height="12"/>`
      : ''
  const today = now >= from && now <= to ? `<path class="now" d="M${x(now)} 0V24"/>` : ''
  const [first, final] = [from, to].map((ms) => MONTH.format(ms))
  const described = `From ${dayInWords(begins)} until ${dayInWords(ends)}${last > end ? `, with options until ${dayInWords(latest)}` : ''}, on an axis from ${first} to ${final} with a line for each year`
  return svg(
    SPAN,
    42,
    described,
    `<path class="grid" d="M0 24H${SPAN}"/>${years.join('')}${options}<rect class="value" x="${begin}" y="6" width="${round(Math.max(end - begin, 3))}" height="12"/>${today}<text class="small start" x="0" y="38">${first}</text><text class="small end" x="${SPAN}" y="38">${final}</text>`,
  )
}
