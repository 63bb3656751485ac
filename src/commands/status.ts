import { Command } from 'commander'
import type { SourceHealth } from '../refresh/health.ts'
import { serviceUrl } from './service-url.ts'
import { CommandError, columns, paint, print } from './terminal.ts'

interface Health {
  status: string
  version: string
  network: string
  upstreams: Record<string, SourceHealth>
  warnings: string[]
}

export function statusCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('status')
    .description('Ask a running service how it and its sources are. Exit code 0: all well; 1: degraded or not reachable.')
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--json', 'print the health answer as it came')
    .action(async (options: { url?: string; json?: boolean }) => {
      const base = serviceUrl(environment, options.url)
      const health = await askHealth(base)
      if (health.status !== 'ok') process.exitCode = 1
      if (options.json) return print(JSON.stringify(health, null, 2))
      print(`ukintel ${health.version} at ${base}: ${tint(health.status)}, payments on ${health.network}`)
      print()
      const rows = Object.entries(health.upstreams).map(([name, source]) => [
        name,
        source.status,
        source.age_seconds === null ? 'never' : `${duration(source.age_seconds)} ago`,
        source.fresh_for_seconds === null ? '-' : duration(source.fresh_for_seconds),
        holdings(source),
      ])
      for (const row of columns([['SOURCE', 'STATUS', 'LAST SUCCESS', 'FRESH FOR', 'HOLDS'], ...rows])) print(row.trimEnd())
      for (const warning of health.warnings) print(paint('yellow', `! ${warning}`))
    })
}

async function askHealth(base: string): Promise<Health> {
  try {
    const response = await fetch(`${base}/v1/health`, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return (await response.json()) as Health
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CommandError(`no ukintel answers at ${base}: ${reason}`)
  }
}

/** What a wing tells about its source besides what every wing does: `funders 10, grants 206`. */
function holdings({ status, last_success, age_seconds, fresh_for_seconds, ...own }: SourceHealth): string {
  return Object.entries(own)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')
}

const tint = (status: string) => paint(status === 'ok' ? 'green' : 'yellow', status)

/** `3 h 5 min`, `40 s`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}
