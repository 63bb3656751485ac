/**
 * An invented chain: blocks every two seconds, one token, authorizations that move money once. Read
 * through the JSON-RPC that the service speaks.
 */
import {
  custom,
  encodeEventTopics,
  HttpRequestError,
  numberToHex,
  parseAbi,
  TimeoutError,
  type Transport,
} from 'viem'
import type { Authorization } from '../../src/payments/evm/presented.ts'
import type { Chance } from './chance.ts'
import { TOKEN } from './menu.ts'
import { digest, isSigned } from './signing.ts'
import type { Runner, Timeline } from './timeline.ts'

export interface ChainEvent {
  kind: 'paid' | 'cancelled'
  tx: string
  /** Null while a reorganisation has dropped it. */
  block: number | null
  landedMs: number
  network: string
  payer: string
  nonce: string
  to: string
  value: bigint
}

export type ChainFault = 'silent' | 'error' | 'lagging' | 'narrow logs' | 'no logs yet'

const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const topicOf = (eventName: 'AuthorizationUsed' | 'AuthorizationCanceled' | 'Transfer') =>
  encodeEventTopics({ abi, eventName })[0] as string
const TOPICS = {
  used: topicOf('AuthorizationUsed'),
  cancelled: topicOf('AuthorizationCanceled'),
  transfer: topicOf('Transfer'),
}
const padded = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`

const BALANCE_OF = '0x70a08231'
const BLOCK_MS = 2000
/** The chain is older than anything that looks back on it. */
const FIRST_BLOCK = 1_000_000

export class SimulatedChain {
  readonly events: ChainEvent[] = []
  readonly #balances = new Map<string, bigint>()
  /** Addresses of smart wallets. */
  readonly #contracts = new Set<string>()
  readonly #timeline: Timeline
  readonly #startMs: number
  /** Dropped by a reorganisation, with the block in which they come again. */
  readonly #returning = new Map<ChainEvent, number>()
  #transactions = 0
  onPaid: (event: ChainEvent) => void = () => {}

  constructor(timeline: Timeline) {
    this.#timeline = timeline
    this.#startMs = timeline.nowMs
  }

  get head(): number {
    return FIRST_BLOCK + Math.floor((this.#timeline.nowMs - this.#startMs) / BLOCK_MS)
  }

  timeOf(block: number): number {
    return Math.floor((this.#startMs + (block - FIRST_BLOCK) * BLOCK_MS) / 1000)
  }

  balance(payer: string): bigint {
    return this.#balances.get(payer) ?? 0n
  }

  deploy(wallet: string): void {
    this.#contracts.add(wallet)
  }

  hasCode(address: string): boolean {
    return this.#contracts.has(address)
  }

  fill(payer: string, amount: bigint): void {
    this.#balances.set(payer, this.balance(payer) + amount)
  }

  find(network: string, payer: string, nonce: string): ChainEvent | null {
    return (
      this.events.find(
        (event) => event.nonce === nonce && event.payer === payer && event.network === network,
      ) ?? null
    )
  }

  newHash(): string {
    this.#transactions += 1
    return `0x${digest(`transaction ${this.#transactions}`)}`
  }

  /** Applies `transferWithAuthorization` as the token's contract; returns `null` if it reverts. */
  land(
    authorization: Authorization,
    network: string,
    signature: string,
    tx: string,
  ): ChainEvent | null {
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const nowS = this.timeOf(this.head)
    if (this.find(network, from, nonce) || !isSigned(authorization, network, signature)) return null
    if (
      this.balance(from) < BigInt(value) ||
      nowS <= Number(validAfter) ||
      nowS >= Number(validBefore)
    )
      return null
    this.fill(from, -BigInt(value))
    const event: ChainEvent = {
      kind: 'paid',
      tx,
      block: this.head,
      landedMs: this.#timeline.nowMs,
      network,
      payer: from,
      nonce,
      to: to.toLowerCase(),
      value: BigInt(value),
    }
    this.events.push(event)
    this.onPaid(event)
    return event
  }

  cancel(network: string, payer: string, nonce: string): void {
    if (this.find(network, payer, nonce)) return
    const rest = { block: this.head, landedMs: this.#timeline.nowMs, to: '', value: 0n }
    this.events.push({ kind: 'cancelled', tx: this.newHash(), network, payer, nonce, ...rest })
  }

  /**
   * Replaces the newest blocks. Their transactions return with the next block or, if `forget` says
   * so, never.
   */
  reorganise(depth: number, forget: (event: ChainEvent) => boolean): number {
    const dropped = this.events.filter(
      (event) => event.block !== null && event.block > this.head - depth,
    )
    for (const event of dropped) {
      event.block = null
      if (forget(event)) {
        this.events.splice(this.events.indexOf(event), 1)
        this.fill(event.payer, event.value)
        continue
      }
      const block = this.head + 1
      this.#returning.set(event, block)
      this.#timeline.at(this.#timeline.nowMs + BLOCK_MS, null, () => this.#return(event))
    }
    return dropped.length
  }

  /** Time is about to jump: what was to come back in a moment comes back before. */
  catchUp(): void {
    for (const event of [...this.#returning.keys()]) this.#return(event)
  }

  #return(event: ChainEvent): void {
    const block = this.#returning.get(event)
    if (block === undefined) return
    this.#returning.delete(event)
    event.block = block
  }

  /** The transport of one process. */
  transport(
    by: Runner,
    network: () => string,
    chance: Chance,
    delay: () => number,
    fault: () => ChainFault | null,
  ): Transport {
    const timeline = this.#timeline
    let lag = 0
    const request = async ({
      method,
      params,
    }: {
      method: string
      params?: unknown
    }): Promise<unknown> => {
      const failing = fault()
      await timeline.point(by, failing === 'silent' ? 8000 : delay())
      if (failing === 'silent') throw new TimeoutError({ body: {}, url: 'http://127.0.0.1' })
      if (failing === 'error') throw new HttpRequestError({ url: 'http://127.0.0.1', status: 500 })
      if (method === 'eth_getBlockByNumber') lag = failing === 'lagging' ? 1 + chance.below(5) : 0
      return this.#answer(method, params as readonly unknown[], network(), this.head - lag, failing)
    }
    return custom({ request }, { retryCount: 0 })
  }

  #answer(
    method: string,
    params: readonly unknown[],
    network: string,
    head: number,
    failing: ChainFault | null,
  ): unknown {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(Number(network.split(':')[1]))
      case 'eth_blockNumber':
        return numberToHex(head)
      case 'eth_getBlockByNumber': {
        const named = params[0] as string
        const block = named.startsWith('0x') ? Number(named) : head
        return {
          number: numberToHex(block),
          timestamp: numberToHex(this.timeOf(block)),
          transactions: [],
        }
      }
      case 'eth_getCode':
        return this.hasCode((params[0] as string).toLowerCase()) ? '0x60' : '0x'
      case 'eth_call': {
        const { data } = params[0] as { data: string }
        if (data.startsWith(BALANCE_OF))
          return `0x${this.balance(`0x${data.slice(34)}`)
            .toString(16)
            .padStart(64, '0')}`
        const [payer, nonce] = [`0x${data.slice(34, 74)}`, `0x${data.slice(74, 138)}`]
        const event = this.find(network, payer, nonce)
        const isUsed = event !== null && event.block !== null && event.block <= Number(params[1])
        return `0x${(isUsed ? '1' : '0').padStart(64, '0')}`
      }
      case 'eth_getLogs': {
        const asked = params[0] as { topics: (string | null)[]; fromBlock: string; toBlock: string }
        const [from, to] = [Number(asked.fromBlock), Number(asked.toBlock)]
        if (failing === 'narrow logs' && to - from >= 10)
          throw new Error('eth_getLogs is limited to a 10 block range')
        if (failing === 'no logs yet') return []
        const [topic, payer, nonce] = asked.topics
        const kind = topic === TOPICS.cancelled ? 'cancelled' : 'paid'
        return this.events
          .filter(
            (event) =>
              event.kind === kind &&
              event.network === network &&
              event.block !== null &&
              event.block >= from &&
              event.block <= to,
          )
          .filter(
            (event) =>
              (payer == null || padded(event.payer) === payer) &&
              (nonce == null || event.nonce === nonce),
          )
          .map((event) => this.#logs(event)[0])
      }
      case 'eth_getTransactionReceipt': {
        const event = this.events.find((each) => each.tx === params[0] && each.block !== null)
        return event
          ? {
              transactionHash: event.tx,
              blockNumber: numberToHex(event.block!),
              status: '0x1',
              logs: this.#logs(event),
            }
          : null
      }
      default:
        throw new Error(`the simulated chain does not know ${method}`)
    }
  }

  #logs(event: ChainEvent): object[] {
    const common = {
      address: TOKEN,
      blockNumber: numberToHex(event.block!),
      transactionHash: event.tx,
      transactionIndex: '0x0',
      removed: false,
    }
    const topic = event.kind === 'cancelled' ? TOPICS.cancelled : TOPICS.used
    const marked = {
      ...common,
      topics: [topic, padded(event.payer), event.nonce],
      data: '0x',
      logIndex: '0x4',
    }
    if (event.kind === 'cancelled') return [marked]
    const data = `0x${event.value.toString(16).padStart(64, '0')}`
    return [
      marked,
      {
        ...common,
        topics: [TOPICS.transfer, padded(event.payer), padded(event.to)],
        data,
        logIndex: '0x5',
      },
    ]
  }
}
