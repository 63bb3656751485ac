/** Filed accounts as bars with numbers, period next to period, and payment practices over time. */
import { escapeHtml } from '../escape.ts'
import { barRows, columnChart } from './drawings.ts'
import {
  dayInWords,
  figure,
  isText,
  type Json,
  link,
  money,
  objects,
  round,
  timeInWords,
  toObject,
  words,
} from './parts.ts'
import { tableHtml } from './table.ts'

const GROUPS: readonly { name: string; keys: Readonly<Record<string, string>> }[] = [
  {
    name: 'What it owns',
    keys: {
      fixed_assets: 'Fixed assets',
      intangible_assets: 'Intangible assets',
      tangible_assets: 'Tangible assets',
      current_assets: 'Current assets',
      stocks: 'Stocks',
      debtors: 'Debtors',
      cash: 'Cash',
    },
  },
  {
    name: 'What it owes, and what is left',
    keys: {
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
      : [`<div><p class="chart-name">${name}</p>\n${periodBars(known, periods)}</div>`]
  })
  return `<ul class="legend">${legend.join('')}</ul>
<div class="charts">${groups.join('\n')}</div>`
}

/** Bars to the right of zero, and to the left for what is below it. */
function periodBars(
  keys: readonly (readonly [string, string])[],
  periods: readonly Period[],
): string {
  const values = keys.flatMap(([key]) =>
    periods.map((period) => Number(figureOf(period, key).value ?? 0)),
  )
  const low = Math.min(0, ...values)
  const span = Math.max(0, ...values) - low || 1
  const rows = keys.map(([key, name]) => ({
    name,
    bars: periods.map((period, index) => {
      const { value } = figureOf(period, key)
      const to = (Number(value ?? 0) - low) / span
      const kind = value === null ? 'none' : `period-${index}`
      return { from: -low / span, to, text: figureText(period, key), kind }
    }),
  }))
  const zero = low < 0 ? `<path class="tick" d="M${round((-low / span) * 100)} 0V10"/>` : ''
  return barRows(rows, zero)
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
    return `<li>${link(url, `Accounts to ${dayInWords(day)}`)}, ${escapeHtml(String(type ?? 'kind not stated').replaceAll('-', ' '))}, filed ${escapeHtml(dayInWords(filed))}${state}${why}</li>`
  })
  return rows.length === 0
    ? ''
    : figure({ kind: 'filings', title: 'Filings' }, `<ul class="remarks">${rows.join('\n')}</ul>`)
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
  const { reports: listed, as_of: asOf } = toObject(practices)
  const reports = objects(listed)
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
    escapeHtml(standardTerms(report)),
    escapeHtml(dayInWords(report.filed)),
  ])
  const columns = reports.toReversed().map(({ period_end: end, average_days: average }) => ({
    name: dayInWords(end).replace(/^\d+ /, ''),
    value: typeof average === 'number' ? average : null,
  }))
  const head = ['Period', ...PRACTICE.map(([, name]) => name), 'Standard terms', 'Filed']
  const html = `${columnChart('Days until an invoice is paid, on average, by the end of the period', columns, (days) => `${days} days`)}
${tableHtml({ kind: 'numbers', label: title, head, rows })}
<p class="soft">Reports as of ${escapeHtml(timeInWords(asOf))}.</p>`
  return figure(
    { kind: 'practices', title, reading: value(reports[0]!, 'average_days', ' days') },
    html,
  )
}

function standardTerms({ standard_days_shortest: shortest, standard_days_longest: longest }: Json) {
  const stated = [shortest, longest].filter((days) => typeof days === 'number')
  return stated.length === 0 ? 'not stated' : `${stated.join(' to ')} days`
}
