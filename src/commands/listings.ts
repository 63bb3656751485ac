/** Shows what directories need next: for every paid route, and for the deployment as a whole. */
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { buildRegistryName } from '../discovery/listings.ts'
import { BAZAAR_FORGETS_DAYS, BAZAAR_WARNS_DAYS } from '../payments/settlement-ages.ts'
import { instant, systemClock } from '../platform/clock.ts'
import { errorMessage } from '../platform/errors.ts'
import { createBooks } from '../store/ledger/payment-report.ts'
import { readLastSettlements } from '../store/ledger/sales.ts'
import type { Judge, Judgement, Route } from './listing-judge.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import type { OpenApi } from './public-address.ts'
import { askService, serviceUrl } from './service-url.ts'
import { columns, note, paint, print } from './terminal.ts'

const ABOUT = `
Needs the running service and its ledger. The facilitator's free validation judges the routes where it answers, the package @x402/extensions
otherwise. Exit code 0: nothing to do; 1: something to do, also where a route was never settled.
`
const DAY_MS = 86_400_000

interface ListedRoute extends Judgement {
  operation: string
  method: string
  path: string
  last_settled: string | null
  days_since_settlement: number | null
  /** `null` if there is nothing to do. */
  next: string | null
}

interface Directory {
  directory: string
  to_do: boolean
  next: string
}

export function listingsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('listings')
    .description(
      'Show what directories need next: validity and last settlement of every paid route.',
    )
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--json', 'print { routes, directories }')
    .addHelpText('after', ABOUT)
    .action(async (options: { url?: string; json?: boolean }) => {
      const config = loadStoreConfig(environment)
      const base = serviceUrl(environment, options.url)
      const openApi = await askService<OpenApi>(base, '/openapi.json')
      const publicUrl = openApi.servers[0]?.url ?? base
      const { listPaidRoutes } = await import('./public-address.ts')
      const routes = await listRoutes(listPaidRoutes(openApi), { config, base, publicUrl })
      const directories = [
        bazaar(routes, config),
        ...(await otherDirectories(routes, { config, base, publicUrl })),
      ]
      if (options.json) print(JSON.stringify({ routes, directories }, null, 2))
      else printTables(routes, directories)
      process.exitCode = directories.some(({ to_do }) => to_do) ? 1 : 0
    })
}

interface Deployment {
  config: Config
  /** Address at which the service is requested. */
  base: string
  /** Address under which directories list it. */
  publicUrl: string
}

async function listRoutes(
  routes: readonly Route[],
  { config, base, publicUrl }: Deployment,
): Promise<ListedRoute[]> {
  const nowMs = systemClock.nowMs()
  const settled = await onStore(config, async (store) => {
    const currency = { network: config.X402_NETWORK, asset: config.X402_ASSET.toLowerCase() }
    const fromMs = await createBooks(store).oldestSettledMs(currency)
    const operations = routes.map(({ operation }) => operation)
    return fromMs === null
      ? new Map<string, number>()
      : await readLastSettlements(store, currency, operations, { fromMs, untilMs: nowMs })
  })
  // Loaded here: the package is large, and `ukintel --help` needs none of it.
  const { judgeByFacilitator, judgeByPackage } = await import('./listing-judge.ts')
  let judge: Judge = judgeByFacilitator(config.X402_FACILITATOR_URL, publicUrl)
  const findProxyFault = await createProxyJudge({ config, base, publicUrl })
  const listed: ListedRoute[] = []
  for (const route of routes) {
    const judged = await judge(route).catch((error: unknown) => {
      note(
        `the facilitator validated nothing (${errorMessage(error).split('\n', 1)[0]}): @x402/extensions judges instead`,
      )
      judge = judgeByPackage(base)
      return judge(route)
    })
    const fault = judged.valid ? await findProxyFault(route) : null
    const judgement = fault === null ? judged : { ...judged, valid: false, reason: fault }
    const lastMs = settled.get(route.operation) ?? null
    listed.push({
      ...route,
      ...judgement,
      last_settled: lastMs === null ? null : instant(lastMs),
      days_since_settlement: lastMs === null ? null : Math.floor((nowMs - lastMs) / DAY_MS),
      next: judgement.valid
        ? nextSettlement(lastMs, nowMs)
        : `fix its terms: ${judgement.reason ?? 'no reason given'}`,
    })
  }
  return listed
}

/** Compares quotes through PUBLIC_URL with those of the service, while both can be reached. */
async function createProxyJudge({ config, base, publicUrl }: Deployment) {
  const { findOwnAddress, findQuoteFault } = await import('./public-address.ts')
  const isOurs = config.PUBLIC_URL === publicUrl
  const own = base === publicUrl && isOurs ? findOwnAddress(config) : base
  let canAsk = own !== publicUrl
  return async (route: Route): Promise<string | null> => {
    if (!canAsk) return null
    return await findQuoteFault(own, publicUrl, route).catch((error: unknown) => {
      note(
        `quotes through ${publicUrl} are not compared with those of ${own}: ${errorMessage(error).split('\n', 1)[0]}`,
      )
      canAsk = false
      return null
    })
  }
}

function nextSettlement(lastMs: number | null, nowMs: number): string | null {
  if (lastMs === null) return 'buy it once: the first settlement lists it'
  const forgottenMs = lastMs + BAZAAR_FORGETS_DAYS * DAY_MS
  if (nowMs >= forgottenMs) return `buy it: dropped on ${day(forgottenMs)}`
  return nowMs >= lastMs + BAZAAR_WARNS_DAYS * DAY_MS
    ? `buy it before ${day(forgottenMs)}, when it is dropped`
    : null
}

const day = (atMs: number) => instant(atMs).slice(0, 10)

const COINBASE_HOST = 'api.cdp.coinbase.com'

function bazaar(routes: readonly ListedRoute[], { X402_FACILITATOR_URL: url }: Config): Directory {
  const due = routes.filter(({ next }) => next !== null).length
  const elsewhere =
    new URL(url).hostname === COINBASE_HOST
      ? ''
      : `; it lists what ${COINBASE_HOST} settles, X402_FACILITATOR_URL names another`
  return {
    directory: 'Bazaar',
    to_do: due > 0,
    next: `${due === 0 ? 'nothing' : `${due} of ${routes.length} routes, above`}${elsewhere}`,
  }
}

async function otherDirectories(
  routes: readonly ListedRoute[],
  { config, base, publicUrl }: Deployment,
): Promise<Directory[]> {
  const isPublic =
    publicUrl.startsWith('https://') && buildRegistryName(publicUrl) !== packageJson.mcpName
  const needsAddress = `set PUBLIC_URL to the https address of a host name of yours; it is ${publicUrl}`
  const invalid = routes.filter(({ valid }) => !valid).length
  const claimed = config.GLAMA_CLAIM === null || (await fetch(`${base}/.well-known/glama.json`)).ok
  const claim =
    config.GLAMA_CLAIM === null
      ? 'optional: set GLAMA_CLAIM to the claim that it shows for your entry'
      : 'nothing: it reads /.well-known/glama.json'
  return [
    {
      directory: 'x402scan',
      to_do: !isPublic || invalid > 0,
      next: !isPublic
        ? needsAddress
        : invalid > 0
          ? `fix the terms of ${invalid} routes`
          : `register ${publicUrl} there once; it reads /openapi.json`,
    },
    {
      directory: 'MCP registry',
      to_do: !isPublic,
      next: isPublic ? 'hand /server.json to its publisher with each release' : needsAddress,
    },
    {
      directory: 'Glama',
      to_do: !claimed,
      next: claimed ? claim : 'restart the service: it does not serve GLAMA_CLAIM yet',
    },
    {
      directory: 'agent catalogues',
      to_do: !isPublic,
      next: isPublic ? 'nothing: they read /.well-known/ai-catalog.json' : needsAddress,
    },
  ]
}

function printTables(routes: readonly ListedRoute[], directories: readonly Directory[]): void {
  const rows = routes.map(
    ({ method, path, valid, judged_by, days_since_settlement: days, next }) => [
      `${method} ${path}`,
      `${valid ? 'valid' : 'not valid'}, by ${judged_by}`,
      days === null ? 'never' : String(days),
      next ?? 'nothing',
    ],
  )
  for (const line of columns([['ROUTE', 'BAZAAR', 'DAYS SINCE SETTLEMENT', 'NEXT'], ...rows]))
    print(line)
  print()
  const next = directories.map(({ directory, to_do, next }) => [
    directory,
    to_do ? paint('yellow', next) : next,
  ])
  for (const line of columns([['DIRECTORY', 'NEXT'], ...next])) print(line)
}
