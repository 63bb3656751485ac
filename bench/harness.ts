/**
 * What every bench is made of. A bench is one module in this folder that exports `bench: Bench`; `run.ts` finds it, prints its figures
 * and judges the ratios among them.
 */
import autocannon from 'autocannon'
import { isPinned, LOAD_CORE, pinSelf, unpinSelf } from './support/cores.ts'
import { type RunningServer, type ServerSpec, startServer } from './support/server.ts'

/** One measured thing. */
export interface Figure {
  /** With the bench's name the key in the baseline: `quote/requests`. */
  name: string
  /** One value a round; a ratio is of two things measured in the same round. What cannot be repeated (memory, growth) has one. */
  rounds: readonly number[]
  unit: 'ratio' | 'us' | 'ms' | 'MiB'
  /** Missing it fails the run. Times have none: they tell of the machine. */
  aim: { atLeast: number } | { atMost: number } | null
  /** Absolute numbers, printed and kept for information. */
  detail: Readonly<Record<string, number | string>>
  /** Why this run says nothing about it, whatever its rounds: it is printed, and neither judged nor kept. */
  undecided?: string | null
}

/** Builds a figure; one without an aim is information. */
export function figure(
  name: string,
  unit: Figure['unit'],
  rounds: readonly number[],
  more: Partial<Figure> = {},
): Figure {
  return { name, unit, rounds, aim: null, detail: {}, ...more }
}

export interface Bench {
  name: string
  /** One line: what is measured against what. */
  title: string
  run(): Promise<Figure[]>
}

const CPU_ROUNDS = 7

/** CPU of one call in microseconds, the collector's threads included, one value a round; the compared calls take turns within each round. */
export async function compareCpuUs<Name extends string>(
  calls: Readonly<Record<Name, () => unknown>>,
  options: { iterations: number; rounds?: number },
): Promise<Record<Name, number[]>> {
  const { iterations, rounds = CPU_ROUNDS } = options
  const perRound = Math.max(1, Math.ceil(iterations / rounds))
  const names = Object.keys(calls) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  // So that code is compiled before it is measured.
  for (const name of names) await repeat(calls[name], Math.max(1, Math.ceil(iterations / 10)))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names)
      samples[name].push((await cpuUs(() => repeat(calls[name], perRound))) / perRound)
  }
  return samples
}

/** CPU of this process while `work` runs, in microseconds. */
export async function cpuUs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function repeat(fn: () => unknown, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    const outcome = fn()
    if (outcome instanceof Promise) await outcome
  }
}

/** Of two lists of rounds, round by round. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, round) => value / under[round]!)
}

/** A server under load. The first of the compared ones is the base of every ratio. */
export interface Contender extends ServerSpec {
  path: string
  expectStatus: number
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For requests of which no two may be equal: asked once, when the server at `url` listens, for what makes the headers of each. */
  headersFor?: (url: string) => Promise<NextHeaders>
}

type NextHeaders = () => Record<string, string>

export interface Comparison {
  name: string
  /** Medians of the rounds. */
  perSecond: number
  /** Per round: requests per second over the base's. */
  ratios: number[]
  /** Per round: the base's CPU for one request over this one's, what the ratio would be if the core were free and the load endless. */
  cpuRatios: number[]
  /** Server CPU for one request, user and system; per round and its median. */
  cpuRounds: number[]
  cpuUs: number
  /** Share of its core that the server used: well under 1 means that something else was the limit. */
  busy: number
  p50Ms: number
  p99Ms: number
}

export interface ComparisonOptions {
  contenders: readonly Contender[]
  connections: number
  rounds?: number
  seconds?: number
}

/**
 * Each contender is a process of its own on one core, the load comes from here on another; contenders take turns within every
 * round, and ratios are of the same round. @throws Error when any answer was not the expected one
 */
export async function compareServers(options: ComparisonOptions): Promise<Comparison[]> {
  const { contenders, connections, rounds = 5, seconds = 2 } = options
  const servers: RunningServer[] = []
  const samples: Sample[][] = contenders.map(() => [])
  pinSelf(LOAD_CORE)
  try {
    for (const contender of contenders) servers.push(await startServer(contender))
    const each = await Promise.all(
      servers.map(async (server, index) => {
        const contender = contenders[index]!
        const nextHeaders = await contender.headersFor?.(`${server.url}${contender.path}`)
        return (span: Span) => load(server, { ...contender, nextHeaders }, connections, span)
      }),
    )
    for (const loaded of each) await loaded({ requests: WARM_UP_REQUESTS })
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, loaded] of each.entries()) samples[index]!.push(await loaded({ seconds }))
    }
  } finally {
    unpinSelf()
    await Promise.all(servers.map((server) => server.stop()))
  }
  return contenders.map(({ name }, index) => {
    const own = samples[index]!
    const of = (key: keyof Sample) => median(own.map((sample) => sample[key]))
    const base = samples[0]!
    return {
      name,
      perSecond: of('perSecond'),
      ratios: own.map((sample, round) => sample.perSecond / base[round]!.perSecond),
      cpuRatios: own.map((sample, round) => base[round]!.cpuUs / sample.cpuUs),
      cpuRounds: own.map((sample) => sample.cpuUs),
      cpuUs: of('cpuUs'),
      busy: of('busy'),
      p50Ms: of('p50Ms'),
      p99Ms: of('p99Ms'),
    }
  })
}

/** So that code is compiled before it is measured, however slow the machine is just now. */
const WARM_UP_REQUESTS = 6000

type Span = { seconds: number } | { requests: number }
type Sample = Omit<Comparison, 'name' | 'ratios' | 'cpuRatios' | 'cpuRounds'>

type Loaded = Omit<Contender, 'headersFor'> & { nextHeaders: NextHeaders | undefined }

async function load(
  server: RunningServer,
  contender: Loaded,
  connections: number,
  span: Span,
): Promise<Sample> {
  const { path, method = 'GET', headers = {}, body, nextHeaders, expectStatus, name } = contender
  const cpuBeforeUs = await server.cpuUs()
  const started = performance.now()
  const result = (await autocannon({
    url: `${server.url}${path}`,
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    connections,
    ...('seconds' in span ? { duration: span.seconds } : { amount: span.requests }),
    ...(nextHeaders
      ? {
          requests: [
            {
              method,
              path,
              setupRequest: (request) => ({
                ...request,
                headers: { ...request.headers, ...nextHeaders() },
              }),
            },
          ],
        }
      : {}),
  })) as autocannon.Result & { statusCodeStats: Record<string, { count: number }> }
  const elapsedMs = performance.now() - started
  const cpuUs = (await server.cpuUs()) - cpuBeforeUs
  const answered = result.requests.total
  const statuses = Object.keys(result.statusCodeStats)
  if (
    result.errors > 0 ||
    statuses.some((status) => status !== String(expectStatus)) ||
    answered === 0
  ) {
    throw new Error(
      `${name}: expected ${expectStatus}, got ${answered} answers of status ${statuses.join(', ')} and ${result.errors} errors`,
    )
  }
  return {
    perSecond: answered / result.duration,
    cpuUs: cpuUs / answered,
    busy: cpuUs / 1000 / elapsedMs,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** Below this share of its core a server that waits for nothing was kept from running, by the load or by neighbours. */
const SATURATED = 0.8

/** Whether requests per second were the servers' doing; CPU ratios hold either way. */
export function whyUndecided([base]: readonly Comparison[]): string | null {
  return base!.busy >= SATURATED
    ? null
    : `${base!.name} had ${Math.round(base!.busy * 100)} % of its core: something else was the limit`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** What a comparison adds to a figure's detail. */
export function describeComparison(comparisons: readonly Comparison[]): Record<string, string> {
  return Object.fromEntries(
    comparisons.map(({ name, perSecond, cpuUs, busy, p50Ms, p99Ms }) => [
      name,
      `${Math.round(perSecond)} req/s, ${cpuUs.toFixed(1)} us CPU, busy ${busy.toFixed(2)}, p50 ${p50Ms} ms, p99 ${p99Ms} ms${isPinned() ? '' : ', not pinned'}`,
    ]),
  )
}
