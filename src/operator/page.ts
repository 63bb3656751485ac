/**
 * The operator's page: sales, refusals, settlements, sources and next steps. It works without
 * scripts.
 */
import { createHash } from 'node:crypto'
import type { SourceHealth } from '../background/health.ts'
import { escapeHtml } from '../site/escape.ts'
import { isUnasked, sourceName, sourceState } from '../transports/source-names.ts'

export interface OperatorReport {
  version: string
  network: string
  atIso: string
  /** Operations that cannot be delivered now, of all that are sold. */
  undeliverable: readonly string[]
  sold: number
  /** Reason why the facilitator takes no payment; `null` if it does. */
  facilitatorProblem: string | null
  warnings: readonly string[]
  /** `null` if the store does not answer. */
  ledger: LedgerReport | null
  /** Since the start of this process. */
  refusals: readonly { reason: string; count: number }[]
  sources: Readonly<Record<string, SourceHealth>>
  /** `null` without a register key. */
  registerCalls: { left: number; reserved: number } | null
}

interface LedgerReport {
  day: string
  month: string
  sales: readonly SoldOperation[]
  undecided: readonly { operation: string; payer: string; usdc: string; ageSeconds: number }[]
}

export interface SoldOperation {
  operation: string
  day: { payments: number; usdc: string }
  month: { payments: number; usdc: string }
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .4rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8884;vertical-align:top}
.n{text-align:right;padding-right:1.6rem;font-variant-numeric:tabular-nums;white-space:nowrap}tfoot td{font-weight:600}
.state{padding:.6rem .8rem;border-left:4px solid #2a8;background:#2a81;margin:1rem 0}.state.bad{border-color:#c60;background:#c601}
code{font:13px ui-monospace,monospace}p{margin:.3rem 0}ul{padding-left:1.2rem}`

/** No script, no request: what a page of a source could smuggle in does nothing. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const COMMANDS: readonly [command: string, use: string][] = [
  ['ukintel status', 'state of the service and of its sources'],
  ['ukintel doctor', 'reads once from every source, facilitator, chain and store'],
  ['ukintel ledger sales --by operation', 'sales of any time; --by day, payer or network'],
  ['ukintel ledger reconcile', 'compares the ledger with the chain'],
  ['ukintel ledger refund', 'what to send back, and records it'],
  ['ukintel listings', 'which routes directories list'],
  ['ukintel backup --to FOLDER --keep 48', 'a backup that was restored on trial'],
  ['ukintel config', 'every variable in force'],
]

export function renderOperatorPage(report: OperatorReport): string {
  const body = [
    `<h1>ukintel ${escapeHtml(report.version)}</h1>`,
    `<p>${escapeHtml(report.network)} · ${escapeHtml(report.atIso)}</p>`,
    renderState(report),
    renderWarnings(report.warnings),
    ...renderLedger(report.ledger),
    '<h2>Refused payments since the start</h2>',
    table(
      ['Reason', '#Payments'],
      report.refusals.map(({ reason, count }) => [reason, String(count)]),
      'No payment was refused.',
    ),
    '<h2>Sources</h2>',
    table(
      ['Source', 'State', '#Age', 'Next step'],
      Object.entries(report.sources).map(([label, { status, age_seconds: age }]) => [
        sourceName(label),
        sourceState(label, status),
        age === null ? '–' : formatAge(age),
        nextStep(label, status),
      ]),
      'No source is configured.',
    ),
    renderQuota(report),
    '<h2>Commands</h2>',
    `<table><tbody>${COMMANDS.map(([command, use]) => `<tr><td><code>${command}</code></td><td>${use}</td></tr>`).join('')}</tbody></table>`,
    '<p>In a clone: <code>npm run --silent ukintel -- status</code>. In compose: <code>docker compose -f deploy/compose.yml exec ukintel node bin/ukintel.js status</code>.</p>',
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="60"><title>ukintel operator</title><style>${STYLE}</style></head><body>${body.join('\n')}</body></html>`
}

function renderState({ undeliverable, sold, ledger, facilitatorProblem }: OperatorReport): string {
  const state = (text: string, isBad: boolean) =>
    `<p class="state${isBad ? ' bad' : ''}">${escapeHtml(text)}</p>`
  if (ledger === null) return state('Nothing is sold: the store does not answer.', true)
  if (facilitatorProblem !== null)
    return state(`Nothing can be bought now: the facilitator ${facilitatorProblem}.`, true)
  if (undeliverable.length === sold)
    return state('Nothing can be bought now: no paid operation can be delivered.', true)
  if (undeliverable.length > 0)
    return state(
      `${sold - undeliverable.length} of ${sold} paid operations are sold. Not delivered now: ${undeliverable.join(', ')}.`,
      true,
    )
  return state(`All ${sold} paid operations are sold.`, false)
}

const renderWarnings = (warnings: readonly string[]): string =>
  warnings.length === 0
    ? ''
    : `<h2>Warnings</h2><ul>${warnings.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`

function renderLedger(ledger: LedgerReport | null): string[] {
  if (ledger === null) return []
  const { sales, undecided } = ledger
  const cells = ({ day, month }: Omit<SoldOperation, 'operation'>) => [
    String(day.payments),
    day.usdc,
    String(month.payments),
    month.usdc,
  ]
  return [
    '<h2>Sales</h2>',
    table(
      ['Operation', `#Payments, ${ledger.day}`, '#USDC', `#Payments, ${ledger.month}`, '#USDC'],
      sales.map((row) => [row.operation, ...cells(row)]),
      'Nothing was sold this month.',
      true,
    ),
    '<h2>Settlements with unknown outcome</h2>',
    table(
      ['Operation', 'Payer', '#USDC', '#Age'],
      undecided.map(({ operation, payer, usdc, ageSeconds }) => [
        operation,
        shorten(payer),
        usdc,
        formatAge(ageSeconds),
      ]),
      'None.',
    ),
    undecided.length === 0
      ? ''
      : '<p>The service queries the chain every 30 seconds. Older than ten minutes: look at facilitator and <code>X402_RPC_URL</code>. Never ask a buyer to sign again.</p>',
  ]
}

function renderQuota({ registerCalls }: OperatorReport): string {
  const text =
    registerCalls === null
      ? 'No register key: company operations answer 503.'
      : `${registerCalls.left} calls left in these five minutes, ${registerCalls.reserved} of them reserved for earlier buyers.`
  return `<h2>Company register</h2><p>${text}</p>`
}

/** @param hasTotal the last row is the sum */
function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
  hasTotal = false,
): string {
  if (rows.length === 0) return `<p>${empty}</p>`
  const align = heads.map((head) => (head.startsWith('#') ? ' class="n"' : ''))
  const line = (cells: readonly string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell, index) => `<${tag}${align[index]}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  const head = line(
    heads.map((each) => each.replace(/^#/, '')),
    'th',
  )
  const lines = rows.map((cells) => line(cells, 'td'))
  const foot = hasTotal ? `<tfoot>${lines.pop()}</tfoot>` : ''
  return `<table><thead>${head}</thead><tbody>${lines.join('')}</tbody>${foot}</table>`
}

const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

function formatAge(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}

function nextStep(label: string, status: SourceHealth['status']): string {
  if (isUnasked(label, status)) return 'none: the first call queries it'
  switch (status) {
    case 'ok':
    case 'not_consulted':
      return 'none'
    case 'waiting':
      return 'wait for the first read'
    case 'not_configured':
      return 'set its key, or leave it out'
    case 'stale':
      return 'wait; then run ukintel doctor'
    case 'failing':
      return 'the service repeats; run ukintel doctor'
  }
}
