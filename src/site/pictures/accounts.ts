/** Filed accounts as bars with numbers, period next to period, and payment practices over time. */
import { escapeHtml } from '../escape.ts'
import {
  dayInWords,
  definitions,
  figure,
  isText,
  type Json,
  link,
  money,
  objects,
  round,
  svg,
  toObject,
  words,
} from './parts.ts'
import { tableHtml } from './table.ts'

const GROUPS: readonly { name: string; keys: Readonly<Record<string, string>> }[] = [
  {
    name: 'What it owns and owes',
    keys: {
      fixed_assets: 'Fixed assets',
      intangible_assets: 'Intangible assets',
      tangible_assets: 'Tangible assets',
      current_assets: 'Current assets',
      stocks: 'Stocks',
      debtors: 'Debtors',
      cash: 'Cash',
      creditors_within_one_year: 'Creditors due within a year',
      creditors_after_one_year: 'Creditors due later',
      net_current_assets: 'Net current assets',
      total_assets_less_current_liabilities: 'Assets less current liabilities',
      net_assets: 'Net assets',
      share_capital: 'Share capital',
      reserves: 'Reserves',
      equity: 'Equity',
    },
  },
  {
    name: 'What it earns',
    keys: {
      turnover: 'Turnover',
      gross_profit: 'Gross profit',
      operating_profit: 'Operating profit',
      profit_before_tax: 'Profit before tax',
      tax: 'Tax',
      profit: 'Profit',
    },
  },
  { name: 'Who works there', keys: { employees: 'Employees' } },
]

interface Period {
  label: string
  currency: unknown
  figures: Json
}

const COLUMNS: Readonly<Record<string, string>> = {
  group: 'the group, the company with its subsidiaries',
  company: 'the company itself',
}

export function accountsHtml(result: Json): string {
  return `${columnHtml(objects(result.periods), result)}
${'company_periods' in result && result.company_periods !== null ? columnHtml(objects(result.company_periods), result) : ''}
${ratiosHtml(result)}
${filingsHtml(result)}
${'payment_practices' in result ? practicesHtml(result.payment_practices) : ''}`
}

/** Draws the periods of one column of the filings, and says whose figures they are. */
function columnHtml(column: readonly Json[], { changes, scope }: Json): string {
  const periods = column.map(({ end, months, currency, figures }) => ({
    label: `${months === 12 ? 'Year' : typeof months === 'number' ? `${months} months` : 'Period'} to ${dayInWords(end)}`,
    currency,
    figures: toObject(figures),
  }))
  if (periods.length === 0)
    return figure(
      { kind: 'accounts', title: 'Accounts' },
      '<p class="notice">No figures: the company has filed no accounts that a machine can read.</p>',
    )
  const own = column[0]!.scope
  const whose = COLUMNS[String(own)]
  const isJudged = scope === own
  const use = isJudged
    ? 'Score, ratios and changes rest on them.'
    : 'Score, ratios and changes do not rest on them.'
  return figure(
    { kind: 'accounts', title: own === 'group' ? 'Accounts of the group' : 'Accounts' },
    `${whose === undefined ? '' : `<p>Figures of ${whose}. ${use}</p>`}
${charts(periods)}
${figuresTable(periods, isJudged ? objects(changes) : [])}`,
  )
}

const figureOf = ({ figures }: Period, key: string) => {
  const { value, status } = toObject(figures[key])
  return { value: isText(value) ? value : null, status: String(status ?? 'absent') }
}

/** Says a figure exactly, or why there is none. */
function figureText(period: Period, key: string): string {
  const { value, status } = figureOf(period, key)
  if (value === null) return status === 'conflict' ? 'contradictory' : 'not filed'
  return key === 'employees' ? money(value, null) : money(value, period.currency)
}

const isKnown = (periods: readonly Period[], key: string) =>
  periods.some((period) => figureOf(period, key).value !== null)

function charts(periods: readonly Period[]): string {
  if (new Set(periods.map(({ currency }) => currency)).size > 1)
    return '<p class="soft">The periods are in different currencies, so that no chart compares them.</p>'
  const legend = periods.map(
    ({ label }, index) =>
      `<li><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true"><rect class="period-${index}" x="1" y="1" width="12" height="12" rx="2"/></svg> ${escapeHtml(label)}</li>`,
  )
  const groups = GROUPS.flatMap(({ name, keys }) => {
    const known = Object.entries(keys).filter(([key]) => isKnown(periods, key))
    return known.length === 0
      ? []
      : [`<div><p class="chart-name">${name}</p>\n${periodBars(name, known, periods)}</div>`]
  })
  return `<ul class="legend">${legend.join('')}</ul>
<div class="charts">${groups.join('\n')}</div>`
}

const BAR = { height: 12, step: 17, left: 2, width: 196, number: 318, name: 20 }

/** Bars to the right of zero, and to the left for what is below it. */
function periodBars(
  group: string,
  keys: readonly (readonly [string, string])[],
  periods: readonly Period[],
): string {
  const values = keys.flatMap(([key]) =>
    periods.map((period) => Number(figureOf(period, key).value ?? 0)),
  )
  const low = Math.min(0, ...values)
  const span = Math.max(0, ...values) - low || 1
  const x = (value: number) => BAR.left + ((value - low) / span) * BAR.width
  const rowHeight = BAR.name + periods.length * BAR.step + 6
  const rows = keys.map(([key, name], row) => {
    const top = row * rowHeight
    const bars = periods.map((period, index) => {
      const y = top + BAR.name + index * BAR.step
      const { value } = figureOf(period, key)
      const [from, to] = [x(0), x(Number(value ?? 0))].sort((a, b) => a - b) as [number, number]
      const bar =
        value === null
          ? ''
          : `<rect class="period-${index}" x="${round(from)}" y="${y}" width="${round(Math.max(to - from, 1))}" height="${BAR.height}" rx="2"/>`
      return `${bar}<text class="${value === null ? 'none' : 'number'}" x="${BAR.number}" y="${y + 10}">${escapeHtml(figureText(period, key))}</text>`
    })
    const zero =
      low < 0
        ? `<path class="tick" d="M${round(x(0))} ${top + BAR.name - 2}v${periods.length * BAR.step}"/>`
        : ''
    return `<text class="name" x="2" y="${top + 13}">${name}</text>${bars.join('')}${zero}`
  })
  return svg(
    320,
    keys.length * rowHeight,
    `${group}: the figures of the table below, as bars`,
    rows.join(''),
  )
}

function figuresTable(periods: readonly Period[], changes: readonly Json[]): string {
  const changed = new Map(changes.map(({ key, pct }) => [String(key), pct]))
  const named = GROUPS.flatMap(({ keys }) => Object.entries(keys))
  const rows = named
    .filter(([key]) => isKnown(periods, key))
    .map(([key, name]) => {
      const pct = changed.get(key)
      return [
        name,
        ...periods.map((period) => {
          const derived =
            figureOf(period, key).status === 'derived' ? ' <small>derived</small>' : ''
          return `${escapeHtml(figureText(period, key))}${derived}`
        }),
        isText(pct) ? escapeHtml(`${Number(pct) > 0 ? '+' : ''}${pct}%`.replace('-', '−')) : '',
      ]
    })
  const absent = named.filter(([key]) => !isKnown(periods, key)).map(([, name]) => name)
  const note =
    absent.length === 0
      ? ''
      : `<p class="soft">Not filed for any of these periods, which is not zero: ${absent.map((name) => name.toLowerCase()).join(', ')}.</p>`
  const head = ['Figure', ...periods.map(({ label }) => escapeHtml(label)), 'Change']
  return `${tableHtml({ kind: 'numbers', label: 'Figures of the accounts', head, rows })}
${note}`
}

function ratiosHtml({ ratios }: Json): string {
  const rows = objects(ratios).map(({ key, value, of }) => {
    const parts = Array.isArray(of) ? of.map(words).join(' ÷ ') : ''
    return [
      words(key),
      `${escapeHtml(String(value))}${parts === '' ? '' : ` <span class="soft">${escapeHtml(parts)}</span>`}`,
    ] as const
  })
  return rows.length === 0 ? '' : `<h3>Ratios</h3>\n${definitions(rows)}`
}

function filingsHtml({ filings }: Json): string {
  const rows = objects(filings).map((filing) => {
    const {
      made_up_to: day,
      filed,
      accounts_type: type,
      status,
      reason,
      document_url: url,
    } = filing
    const state =
      status === 'read' ? '' : ` <span class="badge warn">${escapeHtml(words(status))}</span>`
    const why = isText(reason) ? ` <span class="soft">${escapeHtml(reason)}</span>` : ''
    return `<li>${link(url, `Accounts to ${dayInWords(day)}`)}, ${escapeHtml(String(type ?? 'kind not stated').replaceAll('-', ' '))}, filed ${dayInWords(filed)}${state}${why}</li>`
  })
  return rows.length === 0 ? '' : `<h3>Filings</h3>\n<ul class="remarks">${rows.join('\n')}</ul>`
}

const PRACTICE = [
  ['average_days', 'Average days', ''],
  ['within_30_days_pct', 'Within 30 days', '%'],
  ['from_31_to_60_days_pct', '31 to 60 days', '%'],
  ['later_than_60_days_pct', 'Later', '%'],
  ['not_within_terms_pct', 'Not within terms', '%'],
] as const

function practicesHtml(practices: unknown): string {
  const title = 'How fast it pays its suppliers'
  const reports = objects(toObject(practices).reports)
  if (reports.length === 0)
    return figure(
      { kind: 'practices', title },
      '<p>The company has never reported it, or a flag of the answer names this source.</p>',
    )
  const value = (report: Json, key: string, unit: string) =>
    typeof report[key] === 'number' ? `${report[key]}${unit}` : 'not stated'
  const rows = reports.map((report) => [
    link(report.url, `${dayInWords(report.period_start)} to ${dayInWords(report.period_end)}`),
    ...PRACTICE.map(([key, , unit]) => escapeHtml(value(report, key, unit))),
  ])
  const oldestFirst = reports.toReversed()
  const html = `<p class="chart-name">Average days until an invoice is paid, by the end of the period</p>
${daysOverTime(oldestFirst)}
${tableHtml({ kind: 'numbers', label: title, head: ['Period', ...PRACTICE.map(([, name]) => name)], rows })}`
  return figure(
    { kind: 'practices', title, reading: value(reports[0]!, 'average_days', ' days') },
    html,
  )
}

const DAYS = { width: 320, height: 120 }

function daysOverTime(reports: readonly Json[]): string {
  const days = reports.map(({ average_days: average }) =>
    typeof average === 'number' ? average : null,
  )
  const most = Math.max(30, ...days.map((each) => each ?? 0))
  const step = DAYS.width / reports.length
  const wide = Math.min(40, step - 8)
  const columns = reports.map(({ period_end: end }, index) => {
    const average = days[index]!
    const middle = round(index * step + step / 2)
    const height = average === null ? 0 : round((average / most) * (DAYS.height - 24))
    const top = DAYS.height - height
    const [, month = '', year = ''] = dayInWords(end).split(' ')
    return `<rect class="value" x="${round(middle - wide / 2)}" y="${top}" width="${round(wide)}" height="${height}" rx="2"/><text class="small${average === null ? '' : ' strong'}" x="${middle}" y="${top - 5}">${average ?? '–'}</text><text class="small" x="${middle}" y="${DAYS.height + 15}">${escapeHtml(month)}</text><text class="small" x="${middle}" y="${DAYS.height + 29}">${escapeHtml(year)}</text>`
  })
  const described = reports.map(
    ({ period_end: end }, index) => `${dayInWords(end)} ${days[index] ?? 'not stated'}`,
  )
  return svg(
    DAYS.width,
    DAYS.height + 34,
    `Average days by end of period: ${described.join(', ')}`,
    columns.join(''),
  )
}
