/**
 * Requests to the chain's JSON-RPC endpoints. Several addresses may be configured: each proves its
 * chain id before its answers count, and the next one is requested where one is silent, limits or
 * refuses us, or serves another chain. An answer that refuses a request is an answer and is not
 * requested elsewhere.
 */
import { BaseError, HttpRequestError, http, TimeoutError, type Transport } from 'viem'
import { inSpan, traceHeaders } from '../../observe/spans.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import { isRateLimit, quoteProvider } from './rpc-words.ts'

export interface Rpc {
  transport: Transport
  /** Number of configured addresses. */
  addresses: number
  /** Proves every address again, and starts with the first address again. */
  prove(): Promise<void>
  /** Prefers the next address, for example because the current one is behind. */
  skip(): void
  /**
   * Problem of each address that has one, for the operator; never an address, which may contain a
   * key.
   */
  problems(): string[]
}

export interface RpcOptions {
  urls: readonly string[]
  /** Answers of another chain are not used; `null` if any chain will do. */
  chainId: number | null
  timers?: Timers
  /** Transports instead of HTTP, one for each address. */
  transports?: readonly Transport[]
  timeoutMs?: number
  /** Retries by the transport itself, if there is a single address. */
  retryCount?: number
  /** Waits of a rate-limited request before it is sent again unchanged. */
  limitWaitsMs?: readonly number[]
}

type Request = (args: { method: string; params?: unknown }) => Promise<unknown>

interface Address {
  /** For messages: empty if there is a single address. */
  name: string
  request: Request
  isProven: boolean
  problem: string | null
}

/**
 * Public endpoints count requests per second (Base, September 2026); a buyer waits 9 seconds at
 * most.
 */
const LIMIT_WAITS_MS = [250, 500, 1000] as const
const TIMEOUT_MS = 4000
/** Two silent addresses leave enough of a buyer's 9 seconds for the third. */
const SHORT_TIMEOUT_MS = 2500

export function createRpc(options: RpcOptions): Rpc {
  const {
    urls,
    chainId,
    timers = systemTimers,
    timeoutMs = TIMEOUT_MS,
    retryCount = 1,
    limitWaitsMs = LIMIT_WAITS_MS,
  } = options
  const isSingle = urls.length === 1
  const limits = isSingle
    ? { timeout: timeoutMs, retryCount }
    : { timeout: Math.min(timeoutMs, SHORT_TIMEOUT_MS), retryCount: 0 }
  const given =
    options.transports ??
    urls.map((url) => http(url, { ...limits, onFetchRequest: addTraceHeaders }))
  const made = given.map((each) => each({}))
  const addresses: Address[] = made.map(({ request }, index) => ({
    name: isSingle ? '' : `address ${index + 1} of ${made.length}: `,
    request: request as Request,
    isProven: chainId === null,
    problem: null,
  }))
  let preferred = 0

  /** @throws Error for another chain: its clock and its nonces say nothing about ours */
  async function proveChain(address: Address): Promise<void> {
    if (address.isProven) return
    const id = Number(await address.request({ method: 'eth_chainId' }))
    if (id !== chainId) throw new WrongChain(`the RPC answers for chain ${id}, not for ${chainId}`)
    address.isProven = true
  }

  async function send(args: { method: string; params?: unknown }): Promise<unknown> {
    for (let round = 0; ; round += 1) {
      let failure: unknown
      let isLimited = false
      for (let turn = 0, first = preferred; turn < addresses.length; turn += 1) {
        const index = (first + turn) % addresses.length
        const address = addresses[index]!
        try {
          await proveChain(address)
          const answer = await address.request(args)
          address.problem = null
          preferred = index
          return answer
        } catch (error) {
          if (!isUnanswered(error)) throw error
          address.problem = describeProblem(error)
          isLimited ||= isRateLimit(error)
          failure = error
        }
      }
      const waitMs = limitWaitsMs[round]
      if (!isLimited || waitMs === undefined) throw failure
      await timers.sleep(waitMs)
    }
  }

  return {
    transport: () => ({
      ...made[0]!,
      request: ((args: Parameters<Request>[0]) =>
        inSpan(
          () => `chain ${args.method}`,
          () => send(args),
        )) as never,
    }),
    addresses: urls.length,
    async prove() {
      preferred = 0
      await Promise.all(
        addresses.map(async (address) => {
          address.isProven = chainId === null
          address.problem = await proveChain(address).then(
            () => null,
            (error: unknown) => firstLine(error),
          )
        }),
      )
    },
    skip() {
      preferred = (preferred + 1) % urls.length
    },
    problems: () =>
      addresses.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}${problem}`])),
  }
}

function addTraceHeaders({ url }: globalThis.Request, init: RequestInit): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), ...traceHeaders(url) } }
}

class WrongChain extends Error {
  override name = 'WrongChain'
}

/**
 * HTTP statuses of an endpoint that does not serve us: a key that is missing, unpaid or refused, or
 * a wrong path.
 */
const NOT_SERVED = [401, 402, 403, 404]

/**
 * Whether the error is no answer to the request: another address may have one, and nothing follows
 * from it.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  const isCauseUnanswered = (cause: unknown) =>
    cause instanceof WrongChain ||
    cause instanceof TimeoutError ||
    (cause instanceof HttpRequestError &&
      (cause.status === undefined || cause.status >= 500 || NOT_SERVED.includes(cause.status)))
  return error.walk(isCauseUnanswered) !== null || isRateLimit(error)
}

export function firstLine(error: unknown): string {
  return error instanceof Error
    ? error.message.split('\n', 1)[0]!
    : 'the request to the chain RPC failed'
}

/** Returns the problem for the operator, in the provider's words where it limits us. */
function describeProblem(error: unknown): string {
  return isRateLimit(error) ? `it limits our requests: "${quoteProvider(error)}"` : firstLine(error)
}
