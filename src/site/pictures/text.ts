/** Pictures in characters, for a terminal of 80 columns: nothing in them depends on colour. */

import { dayInWords, money } from './parts.ts'
import type { Bars, Checklist, Gauge, GivingPicture, Picture, Timeline } from './picture.ts'

const BAR_WIDTH = 40
const pounds = (amount: number) => money(amount, 'GBP')

export function textPicture(picture: Picture): string {
  return [
    `${picture.title}${picture.reading === '' ? '' : `: ${picture.reading}`}`,
    ...listLines(picture).map((line) => `  ${line}`),
  ].join('\n')
}

function listLines(picture: Picture): string[] {
  if (picture.kind === 'gauge') return gauge(picture)
  if (picture.kind === 'bars') return bars(picture)
  if (picture.kind === 'timeline') return timeline(picture)
  return picture.kind === 'giving' ? writeGiving(picture) : checklist(picture)
}

function gauge({ score, bands, steps, missing }: Gauge): string[] {
  const scale = [...bands]
    .sort((a, b) => a.from - b.from)
    .map(({ name, from, to }) => `${from}-${to} ${name}`)
  return [
    `${bar(score, 100)} ${score}`,
    scale.join(' | '),
    ...(steps.length === 0 ? ['nothing was deducted'] : ['100 to begin with']),
    ...steps.map(({ code, effect, detail }) => `${effect.padStart(10)}  ${code}: ${detail}`),
    ...(missing.length === 0 ? [] : [`rests on little evidence: ${missing.join('; ')}`]),
  ]
}

function bars({ bars: factors, notes }: Bars): string[] {
  const width = Math.max(...factors.map(({ name }) => name.length))
  return [
    ...factors.map(
      ({ name, value, of }) =>
        `${name.padEnd(width)}  ${bar(value, of, 20)} ${String(value).padStart(2)} of ${of}`,
    ),
    ...notes.map(({ code, detail }) => `${code}: ${detail}`),
  ]
}

function writeGiving({ years, sizes }: GivingPicture): string[] {
  const most = Math.max(...years.map(({ total }) => total), 1)
  const largest = Math.max(...sizes.map(({ amount }) => amount), 1)
  const width = Math.max(...sizes.map(({ name }) => name.length), 0)
  return [
    'by year',
    ...years.map(
      ({ year, total, grants }) => `${year}  ${bar(total, most, 24)} ${pounds(total)} in ${grants}`,
    ),
    'size of awards',
    ...sizes.map(
      ({ name, amount }) => `${name.padEnd(width)}  ${bar(amount, largest, 24)} ${pounds(amount)}`,
    ),
  ]
}

const MARKS = { pass: '[x]', fail: '[!]', undeclared: '[ ]' } as const

function checklist({ items }: Checklist): string[] {
  const legend = '[x] met   [!] not met   [ ] not declared'
  return [
    ...items.map(({ mark, requirement, detail, certainty, reason, by }) => {
      const notes = [detail, certainty, reason, by].filter((note) => note)
      return `${MARKS[mark]} ${requirement}\n      ${notes.join('; ')}`
    }),
    legend,
  ]
}

const SIGNS = { past: '●', today: '▶', ahead: '○' } as const

function timeline({ events, facts }: Timeline): string[] {
  const width = Math.max(...facts.map(({ name }) => name.length))
  return [
    ...events.map(
      ({ name, date, state }) => `${SIGNS[state]} ${dayInWords(date).padStart(11)}  ${name}`,
    ),
    ...facts.map(({ name, value }) => `${name.padEnd(width)}  ${value}`),
  ]
}

/** `██████░░░░`: something is seen of whatever is above nothing. */
function bar(value: number, of: number, width = BAR_WIDTH): string {
  const full =
    of <= 0 ? 0 : Math.min(width, Math.max(value > 0 ? 1 : 0, Math.round((value / of) * width)))
  return '█'.repeat(full) + '░'.repeat(width - full)
}
