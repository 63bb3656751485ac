/** How the service and its sources are, in words, with what is worst first. */
import type { Health } from '../meta/deps.ts'
import { isUnasked, sourceName, sourceState } from '../transports/source-names.ts'
import { escapeHtml } from './escape.ts'
import { renderPage } from './html.ts'
import { badgeHtml } from './pictures/parts.ts'
import type { Tone } from './pictures/picture.ts'
import { tableHtml } from './pictures/table.ts'
import type { Site } from './site.ts'

const TONES: Readonly<Record<string, Tone>> = {
  ok: 'good',
  stale: 'warn',
  waiting: 'warn',
  failing: 'bad',
}

/** States of sources, the worst first. */
const ORDER = ['failing', 'stale', 'waiting', 'ok']

export function healthSection(health: Health | null, site: Site): string {
  return `<section id="health" aria-labelledby="health-title">
<h2 id="health-title">Status</h2>
${health === null ? '<p class="badge bad">Health cannot be read right now.</p>' : describeHealth(health, site)}
</section>`
}

/** Page of `/v1/health` in a browser. */
export const healthPage = (health: Health, site: Site): string =>
  renderPage({
    title: 'Status',
    description: 'What can be bought now, and how the sources behind the answers are.',
    here: '/#health',
    main: `<h1>Status</h1>\n${describeHealth(health, site)}`,
  })

function describeHealth(health: Health, site: Site): string {
  const { version, rules_version: rules, upstreams, warnings } = health
  const sources = Object.entries(upstreams).toSorted(
    ([a, { status: of }], [b, { status: other }]) => rank(a, of) - rank(b, other),
  )
  const rows = sources.map(([label, { status: state, age_seconds: age }]) => [
    escapeHtml(sourceName(label)),
    badgeHtml(
      sourceState(label, state),
      isUnasked(label, state) ? 'plain' : (TONES[state] ?? 'plain'),
    ),
    age === null ? 'not yet' : ago(age),
  ])
  const [words, tone] = judge(health, site)
  const items = warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`)
  return `<p>${badgeHtml(words, tone)}</p>
<p>Version ${escapeHtml(version)}, company rules ${escapeHtml(rules)}. The same for machines: <a href="/v1/health"><code>/v1/health</code></a>.</p>
${tableHtml({ kind: 'states', caption: 'The sources behind the answers', label: 'Sources', head: ['Source', 'State', 'Last read'], rows })}
${items.length === 0 ? '' : `<details><summary>What the operator should know (${items.length})</summary><ul>${items.join('\n')}</ul></details>`}`
}

function rank(label: string, state: Health['upstreams'][string]['status']): number {
  const at = ORDER.indexOf(state)
  return at < 0 || isUnasked(label, state) ? ORDER.length : at
}

/** Returns the worst that is true: nothing can be bought, some answers cannot, some are older. */
function judge({ status, warnings }: Health, { catalogue }: Site): readonly [string, Tone] {
  const facilitator = warnings.find((warning) => /^facilitator: .*\b503\b/.test(warning))
  if (facilitator !== undefined)
    return [`Nothing can be bought now: payments cannot be taken (${facilitator})`, 'bad']
  const undelivered = warnings.flatMap((warning) => {
    const [, ids, reason] = /^cannot be delivered now: ([\w, ]+): ([^;]+)/.exec(warning) ?? []
    return ids === undefined ? [] : [{ ids: ids.split(', '), reason }]
  })
  const reasons = undelivered.map(({ reason }) => reason).join('; ')
  const missing = undelivered.flatMap(({ ids }) => ids)
  const paid = catalogue.operations.filter(({ kind }) => kind === 'paid')
  if (missing.length >= paid.length) return [`Nothing can be bought now: ${reasons}`, 'bad']
  if (missing.length > 0) {
    const titles = paid.flatMap(({ operation: { id, title } }) =>
      missing.includes(id) ? [title] : [],
    )
    return [`Cannot be bought now: ${titles.join(', ')}: ${reasons}`, 'bad']
  }
  return status === 'ok'
    ? ['Everything works', 'good']
    : ['Some answers are older or less complete than they should be', 'warn']
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

const AGO = new Intl.RelativeTimeFormat('en-GB')

/** `5 minutes ago`. */
function ago(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= 1.5 * each) ?? ([1, 'second'] as const)
  return AGO.format(-Math.round(seconds / size), unit)
}
