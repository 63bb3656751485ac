import { Command } from 'commander'
import type { SourceHealth } from '../background/health.ts'
import { NETWORKS, type Network } from '../config.ts'
import { sourceName, sourceState } from '../transports/source-names.ts'
import { askService, serviceUrl } from './service-url.ts'
import { columns, paint, print } from './terminal.ts'

interface Health {
  status: string
  version: string
  network: string
  upstreams: Record<string, SourceHealth>
  warnings: string[]
}

export function statusCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('status')
    .description(
      'Ask a running service how it and its sources are. Exit code 0: all well; 1: degraded or not reachable.',
    )
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--json', 'print the health answer as it came')
    .action(async (options: { url?: string; json?: boolean }) => {
      const base = serviceUrl(environment, options.url)
      const health = await askService<Health>(base, '/v1/health')
      if (health.status !== 'ok') process.exitCode = 1
      if (options.json) return print(JSON.stringify(health, null, 2))
      const money = NETWORKS[health.network as Network]
      const network = money
        ? `${money.name} (${health.network}${money.test ? ', test money' : ''})`
        : health.network
      print(
        `ukintel ${health.version} at ${base}: ${describeStatus(health)}. Payments on ${network}.`,
      )
      print()
      const rows = Object.entries(health.upstreams).map(([name, source]) => [
        sourceName(name),
        sourceState(name, source.status),
        source.age_seconds === null ? 'not yet' : `${duration(source.age_seconds)} ago`,
        source.fresh_for_seconds === null ? '' : `${duration(source.fresh_for_seconds)} more`,
        holdings(source),
      ])
      for (const row of columns([
        ['Source', 'State', 'Last read', 'Counts as fresh', 'Holds'],
        ...rows,
      ]))
        print(row.trimEnd())
      if (health.warnings.length > 0) print()
      for (const warning of health.warnings) print(paint('yellow', `! ${warning}`))
    })
}

/** Describes what a domain adds about its source: `206 grants of 10 funders`. */
function holdings({
  status,
  last_success,
  age_seconds,
  fresh_for_seconds,
  window_hours,
  backfill_days: wanted,
  ...own
}: SourceHealth): string {
  return Object.entries(own)
    .flatMap(([name, value]) => {
      if (name === 'backfilled_days')
        return Number(value) >= Number(wanted) - 1 ? [] : [`${value} of ${wanted} days read so far`]
      if (typeof value !== 'number' && typeof value !== 'string') return []
      const words = WORDS[name]
      // Of what went wrong only that it did.
      if (value === 0 && words?.trouble) return []
      return [words ? words.say(String(value)) : `${name.replaceAll('_', ' ')} ${value}`]
    })
    .join(', ')
}

const formatCounted = (one: string, many = `${one}s`) => ({
  say: (value: string) => `${value} ${value === '1' ? one : many}`,
})
const trouble = (one: string, many?: string) => ({ ...formatCounted(one, many), trouble: true })

const WORDS: Readonly<Record<string, { say(value: string): string; trouble?: boolean }>> = {
  notices: formatCounted('notice'),
  live: formatCounted('open', 'open'),
  covered_from: { say: (value) => `back to ${value}` },
  quarantined: trouble('entry set aside as unreadable', 'entries set aside as unreadable'),
  windows_unanswered: trouble('span of time unanswered', 'spans of time unanswered'),
  lists_unanswered: trouble('monthly list unanswered', 'monthly lists unanswered'),
  listed: formatCounted('listed now', 'listed now'),
  known: formatCounted('known in all', 'known in all'),
  unread: trouble('advert unread', 'adverts unread'),
  readings_rejected: trouble('reading by the model refused', 'readings by the model refused'),
  funders: formatCounted('funder'),
  grants: formatCounted('grant'),
  datasets: formatCounted('published file'),
  datasets_failing: trouble('file not read', 'files not read'),
  companies: formatCounted('company', 'companies'),
  as_of: { say: (value) => `as of ${value}` },
  failure: { say: (value) => `last failure: ${value}` },
}

function describeStatus({ status, warnings }: Health): string {
  if (status === 'ok') return paint('green', 'everything works')
  if (warnings.some((each) => /^(facilitator|cannot be delivered now): /.test(each)))
    return paint('red', 'some or all answers cannot be bought now; the lines with ! say why')
  return paint('yellow', 'some answers are older or less complete than they should be')
}

/** `3 h 5 min`, `40 s`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}
