/**
 * Pictures as SVG in the colours of the page. Every figure is next to its shape in numbers and
 * words, shapes have patterns or outlines as well as colours, and a list below repeats the content
 * for readers who cannot see it.
 */

import { escapeHtml } from './escape.ts'
import { dayInWords, figure, pounds, round, svg } from './pictures/parts.ts'
import type {
  Bars,
  Checklist,
  Gauge,
  GivingPicture,
  Picture,
  Timeline,
} from './pictures/picture.ts'

export function drawPicture(picture: Picture): string {
  return figure(picture, drawBody(picture))
}

function drawBody(picture: Picture): string {
  if (picture.kind === 'gauge') return gauge(picture)
  if (picture.kind === 'bars') return bars(picture)
  if (picture.kind === 'timeline') return timeline(picture)
  return picture.kind === 'giving' ? drawGiving(picture) : checklist(picture)
}

/** Half a circle from 0 on the left to 100 on the right. */
const CENTRE = { x: 150, y: 148, radius: 110 }

function pointAt(score: number, radius: number): string {
  const angle = Math.PI * (1 - score / 100)
  return `${round(CENTRE.x + radius * Math.cos(angle))} ${round(CENTRE.y - radius * Math.sin(angle))}`
}

function arc(from: number, to: number, kind: string): string {
  const { radius } = CENTRE
  return `<path class="${kind}" d="M${pointAt(from, radius)}A${radius} ${radius} 0 0 1 ${pointAt(to, radius)}"/>`
}

function gauge({ title, reading, tone, score, bands, steps, missing }: Gauge): string {
  const borders = bands.filter(({ from }) => from > 0).map(({ from }) => from)
  const ticks = borders.map((at) => {
    const [x, y] = pointAt(at, CENTRE.radius + 22).split(' ')
    return `<path class="tick" d="M${pointAt(at, CENTRE.radius - 16)}L${pointAt(at, CENTRE.radius + 14)}"/><text class="small" x="${x}" y="${y}">${at}</text>`
  })
  const names = bands.map(({ name, from, to }) => {
    const middle = (from + Math.min(100, to + 1)) / 2
    const [x, y] = pointAt(middle, CENTRE.radius - 38).split(' ')
    return `<text class="small" x="${x}" y="${y}">${escapeHtml(name)}</text>`
  })
  const content = `${arc(0, 100, 'track')}${score > 0 ? arc(0, score, `value ${tone}`) : ''}${ticks.join('')}<path class="needle" d="M${pointAt(score, CENTRE.radius - 18)}L${pointAt(score, CENTRE.radius + 16)}"/>${names.join('')}<text class="score" x="${CENTRE.x}" y="${CENTRE.y - 12}">${score}</text><text class="small" x="${CENTRE.x}" y="${CENTRE.y + 8}">of 100</text>`
  const rows = steps.map(
    ({ code, effect, detail }) =>
      `<li><b>${effect === '' ? 'noted' : escapeHtml(effect)}</b> <span><code>${escapeHtml(code)}</code> ${escapeHtml(detail)}</span></li>`,
  )
  return `${svg(300, 166, `Gauge of ${title}: ${reading}`, content)}
<ol class="steps-down"><li><b>100</b> <span>${rows.length === 0 ? 'to begin with; nothing was deducted' : 'to begin with'}</span></li>
${rows.join('\n')}
<li class="sum"><b>${score}</b> <span>${escapeHtml(reading.replace(/^\d+ of 100, /, ''))}</span></li></ol>${thinHtml(missing)}`
}

/** Says in words what a thin verdict does not rest on. */
function thinHtml(missing: readonly string[]): string {
  if (missing.length === 0) return ''
  return `\n<p class="notice">This verdict rests on little evidence: ${escapeHtml(missing.join('; '))}. A high score here is no proof of low risk.</p>`
}

const LINE = 46

function bars({ title, reading, bars: factors, notes }: Bars): string {
  const rows = factors.map(({ name, value, of }, index) => {
    const top = index * LINE
    const width = of <= 0 ? 0 : round((value / of) * 296)
    return `<text class="name" x="2" y="${top + 16}">${escapeHtml(name)}</text><text class="number" x="298" y="${top + 16}">${value} of ${of}</text><rect class="track" x="2" y="${top + 22}" width="296" height="12" rx="3"/><rect class="value" x="2" y="${top + 22}" width="${width}" height="12" rx="3"/>`
  })
  const describe = factors.map(({ name, value, of }) => `${name} ${value} of ${of}`).join(', ')
  return `${svg(300, factors.length * LINE, `${[title, reading].filter((part) => part !== '').join(': ')}. ${describe}`, rows.join(''))}${notesHtml(notes)}`
}

function notesHtml(notes: Bars['notes']): string {
  if (notes.length === 0) return ''
  const rows = notes.map(
    ({ code, detail }) => `<li><code>${escapeHtml(code)}</code> ${escapeHtml(detail)}</li>`,
  )
  return `\n<ul class="remarks">${rows.join('\n')}</ul>`
}

const CHART = { height: 130, width: 300 }

function drawGiving({ title, years, sizes }: GivingPicture): string {
  const yearly = years.map(({ year, total, grants }) => ({
    name: year,
    amount: total,
    extra: `${grants}`,
  }))
  const describeColumns = (columns: readonly Column[]) =>
    columns.map(({ name, amount }) => `${name} ${pounds(amount)}`).join(', ')
  return `<div class="charts"><div><p class="chart-name">Given by year, with the number of grants</p>
${svg(CHART.width, CHART.height + 42, `What ${title} gave by year: ${describeColumns(yearly)}`, columns(yearly))}</div>
<div><p class="chart-name">How large an award is</p>
${sizeRows(title, sizes)}</div></div>`
}

interface Column {
  name: string
  amount: number
  extra: string
}

function columns(all: readonly Column[]): string {
  // The newest of a long history: more would not be legible.
  const shown = all.slice(-10)
  const most = Math.max(...shown.map(({ amount }) => amount), 1)
  const step = CHART.width / Math.max(shown.length, 1)
  const wide = Math.min(44, step - 6)
  return shown
    .map(({ name, amount, extra }, index) => {
      const height = Math.max(amount > 0 ? 2 : 0, round((amount / most) * (CHART.height - 26)))
      const middle = round(index * step + step / 2)
      const top = CHART.height - height
      const label =
        shown.length > 6
          ? ''
          : `<text class="small" x="${middle}" y="${top - 6}">${pounds(amount)}</text>`
      return `<rect class="value" x="${round(middle - wide / 2)}" y="${top}" width="${round(wide)}" height="${height}" rx="2"/>${label}<text class="small" x="${middle}" y="${CHART.height + 16}">${shown.length > 6 ? `’${name.slice(2)}` : name}</text><text class="small soft" x="${middle}" y="${CHART.height + 34}">${extra}</text>`
    })
    .join('')
}

/** If values differ by orders of magnitude, proportional bars would show only the largest. */
const FAR_APART = 100

function sizeRows(title: string, sizes: GivingPicture['sizes']): string {
  const amounts = sizes.map(({ amount }) => amount)
  const far = Math.max(...amounts) > FAR_APART * Math.min(...amounts)
  const scale = (amount: number) => (far ? Math.log10(Math.max(amount, 1)) : amount)
  const most = Math.max(...sizes.map(({ amount }) => scale(amount)), 1)
  const rows = sizes.map(({ name, amount }, index) => {
    const top = index * 34
    return `<text class="name" x="2" y="${top + 14}">${escapeHtml(name)}</text><text class="number" x="298" y="${top + 14}">${pounds(amount)}</text><rect class="track" x="2" y="${top + 19}" width="296" height="7" rx="2"/><rect class="value" x="2" y="${top + 19}" width="${round((scale(amount) / most) * 296)}" height="7" rx="2"/>`
  })
  const described = sizes.map(({ name, amount }) => `${name} ${pounds(amount)}`).join(', ')
  const note = far
    ? '<p class="soft">Bars grow with the number of digits, not in proportion.</p>'
    : ''
  return (
    svg(
      300,
      Math.max(sizes.length * 34, 1),
      `Size of the awards of ${title}: ${described}`,
      rows.join(''),
    ) + note
  )
}

const MARKS = {
  pass: ['✓', 'met'],
  fail: ['✕', 'not met'],
  undeclared: ['?', 'not declared'],
} as const

function checklist({ items }: Checklist): string {
  const rows = items.map(({ mark, requirement, detail }) => {
    const [sign, meaning] = MARKS[mark]
    return `<li class="${mark}"><span class="mark" aria-hidden="true">${sign}</span><div><b>${meaning}</b> <q>${escapeHtml(requirement)}</q><br><span class="soft">${escapeHtml(detail)}</span></div></li>`
  })
  return `<ul class="checklist">${rows.join('\n')}</ul>`
}

const STEP = 34

/** From the first date down to the last: what is over is filled, what is ahead an outline, today an arrow. */
function timeline({ title, reading, events, facts }: Timeline): string {
  const middle = (index: number) => index * STEP + 17
  const signs = events.map(({ name, date, state }, index) => {
    const y = middle(index)
    const sign =
      state === 'today'
        ? `<path class="today" d="M6 ${y - 8}L20 ${y}L6 ${y + 8}Z"/>`
        : `<circle class="${state}" cx="12" cy="${y}" r="6"/>`
    return `${sign}<text class="name${state === 'today' ? ' strong' : ''}" x="30" y="${y + 5}">${escapeHtml(name)}</text><text class="number" x="298" y="${y + 5}">${dayInWords(date)}</text>`
  })
  const line = `<path class="line" d="M12 ${middle(0)}V${middle(events.length - 1)}"/>`
  const described = events.map(({ name, date }) => `${name} ${dayInWords(date)}`).join(', ')
  const rows = facts.map(
    ({ name, value }) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return `<div class="charts">${svg(300, events.length * STEP, `Dates of ${title}: ${[reading, described].filter((part) => part !== '').join('. ')}`, line + signs.join(''))}
<dl class="definitions">${rows.join('\n')}</dl></div>`
}
