/** How the service and its sources are, in words. */
import type { Health } from '../meta/deps.ts'
import { isUnasked, sourceName, sourceState } from '../transports/source-names.ts'
import { escapeHtml } from './escape.ts'
import type { Tone } from './pictures/picture.ts'
import { tableHtml } from './pictures/table.ts'

const TONES: Readonly<Record<string, Tone>> = {
  ok: 'good',
  stale: 'warn',
  waiting: 'warn',
  failing: 'bad',
}

export function healthSection(health: Health | null): string {
  return `<section id="health" aria-labelledby="health-title">
<h2 id="health-title">Status</h2>
${health === null ? '<p class="badge bad">Health cannot be read right now.</p>' : describeHealth(health)}
</section>`
}

function describeHealth({
  status,
  version,
  rules_version: rules,
  upstreams,
  warnings,
}: Health): string {
  const rows = Object.entries(upstreams).map(([label, { status: state, age_seconds: age }]) => [
    escapeHtml(sourceName(label)),
    `<span class="badge ${isUnasked(label, state) ? 'plain' : (TONES[state] ?? 'plain')}">${sourceState(label, state)}</span>`,
    age === null ? 'not yet' : ago(age),
  ])
  const words =
    status === 'ok'
      ? 'Everything works'
      : 'Some answers are older or less complete than they should be'
  const items = warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`)
  return `<p><span class="badge ${status === 'ok' ? 'good' : 'warn'}">${words}</span></p>
<p>Version ${escapeHtml(version)}, company rules ${escapeHtml(rules)}. The same for machines: <a href="/v1/health"><code>/v1/health</code></a>.</p>
${tableHtml({ kind: 'states', caption: 'The sources behind the answers', label: 'Sources', head: ['Source', 'State', 'Last read'], rows })}
${items.length === 0 ? '' : `<details><summary>What the operator should know (${items.length})</summary><ul>${items.join('\n')}</ul></details>`}`
}

/** `5 minutes ago`. */
function ago(seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.round(seconds / 3600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`
}
