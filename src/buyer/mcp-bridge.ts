/**
 * A Model Context Protocol server for one user's machine. It forwards tools and calls to a
 * service's `/mcp` and, with a wallet, pays for calls within its limits. A payment with an open
 * outcome is sent again when the call is repeated, never signed again. Both sides support
 * 2026-07-28 and 2025-11-25, each the version of its peer.
 */
import {
  type CallToolResult,
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { errorMessage } from '../platform/errors.ts'
import { canonicalJson, sha256Hex } from '../platform/hash.ts'
import { printableLine } from '../platform/printable.ts'
import { type Buyer, parseAuthorization } from './buyer.ts'
import { findCode, judgeToolOutcome, refusalSentence } from './outcome.ts'
import { parseQuote } from './quote.ts'
import type { SentPayment, SpendingJournal } from './spending-journal.ts'

export interface BridgeOptions {
  /** Base address of the service. */
  url: string
  version: string
  /** Null: unpaid calls return their terms, which a paying client may sign itself. */
  wallet: { buyer: Buyer; journal: SpendingJournal; perCallUsd: string } | null
  /** Lines for the user, fit to be shown. */
  onNote: (line: string) => void
  sleep?: (ms: number) => Promise<void>
}

export interface Bridge {
  /**
   * Creates one server for each connection, or two if a client probes the version first. All share
   * the wallet.
   */
  createServer(): Server
  close(): Promise<void>
}

type Wallet = NonNullable<BridgeOptions['wallet']>
type Fields = Record<string, unknown>

/** Key of the payment in `_meta`, by the x402 transport. */
const PAYMENT_KEY = 'x402/payment'
const ATTEMPTS = 4
const WAIT_MS = 2000

/** @throws Error when the service does not answer */
export async function connectMcpBridge(options: BridgeOptions): Promise<Bridge> {
  const { url, wallet } = options
  const onNote = (line: string) => options.onNote(printableLine(line))
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  const client = new Client(
    { name: 'ukintel-bridge', version: options.version },
    { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: HANDED_ON },
  )
  await client.connect(
    // A redirect would send the payment to another host.
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      fetch: (to, init) => fetch(to, { ...init, redirect: 'error' }),
    }),
  )
  const running = new Map<string, Promise<CallToolResult>>()

  const call = async (name: string, fields: Fields, payment?: unknown): Promise<CallToolResult> =>
    (await client.callTool({
      name,
      arguments: fields,
      ...(payment === undefined ? {} : { _meta: { [PAYMENT_KEY]: payment } }),
    })) as CallToolResult

  /** Equal calls at the same time are one call, and one payment. */
  function shareInFlight(name: string, fields: Fields): Promise<CallToolResult> {
    const request = sha256Hex(`${url} ${name} ${canonicalJson(fields)}`)
    const known = running.get(request)
    if (known) return known
    const started = callAndPay(request, name, fields).finally(() => running.delete(request))
    running.set(request, started)
    return started
  }

  async function callAndPay(
    request: string,
    name: string,
    fields: Fields,
  ): Promise<CallToolResult> {
    const open = wallet?.journal.open(request)
    if (wallet && open) {
      const result = await settle(wallet, open, name, fields)
      // The payment was refused, so this call is paid with a new one.
      if (findTerms(result) === null) return result
    }
    const unpaid = await call(name, fields)
    const terms = findTerms(unpaid)
    return wallet && terms ? await pay(wallet, terms, request, name, fields) : unpaid
  }

  async function pay(
    wallet: Wallet,
    terms: PaymentRequired,
    request: string,
    name: string,
    fields: Fields,
  ): Promise<CallToolResult> {
    const { buyer, journal } = wallet
    const quote = parseQuote(terms)
    const earlier = journal.reuse(quote, request)
    if (earlier) {
      const result = await settle(wallet, earlier, name, fields)
      if (findTerms(result) === null && findCode(result.structuredContent) !== 'PAYMENT_REUSED')
        return result
    }
    journal.afford(quote.amountUsd)
    const paymentSignature = await buyer.sign(quote, { maxUsd: wallet.perCallUsd })
    const { network, payTo, amount: amountAtomic } = quote.terms.accepts[0]!
    const payment = {
      ...parseAuthorization(paymentSignature),
      request,
      paymentSignature,
      network,
      payTo,
      amountAtomic,
      signedMs: Date.now(),
    }
    journal.book(payment)
    return await settle(wallet, payment, name, fields)
  }

  /** Sends one payment until its outcome is known; while it is not, the purse keeps it for the next try. */
  async function settle(
    { journal }: Wallet,
    payment: SentPayment,
    name: string,
    fields: Fields,
  ): Promise<CallToolResult> {
    const payload = decodePaymentSignatureHeader(payment.paymentSignature)
    for (let attempt = 1; ; attempt += 1) {
      let reason: string
      try {
        const result = await call(name, fields, payload)
        const outcome = judgeToolOutcome(result)
        if (outcome === 'answered') {
          journal.mark(payment.nonce, 'answered')
          onNote(`${name}: paid, ${journal.spentUsd()} USD spent, ${journal.leftUsd()} left`)
          return result
        }
        if (outcome === 'unpaid') {
          const isSpentHere =
            findTerms(result) !== null || findCode(result.structuredContent) === 'PAYMENT_REUSED'
          journal.mark(payment.nonce, isSpentHere ? 'void' : 'unpaid')
          return withSentence(result, refusalSentence(result.structuredContent))
        }
        if (attempt === ATTEMPTS) return withSentence(result, STILL_OPEN)
        reason =
          findCode(result.structuredContent) ?? 'an error that does not say whether it was charged'
      } catch (error) {
        if (attempt === ATTEMPTS)
          throw new Error(`${printableLine(errorMessage(error))}. ${STILL_OPEN}`, { cause: error })
        reason = errorMessage(error)
      }
      onNote(`${name}: ${reason}; sending the same payment again`)
      await sleep(WAIT_MS * attempt)
    }
  }

  const information = { name: 'ukintel', version: options.version }
  const instructions = () => [client.getInstructions() ?? '', walletNote(options)].join(' ').trim()
  return {
    createServer() {
      const server = new Server(information, {
        capabilities: { tools: {} },
        instructions: instructions(),
      })
      server.setRequestHandler('tools/list', async () => ({
        tools: (await client.listTools()).tools,
      }))
      server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
        const { name, arguments: fields = {}, _meta } = params
        try {
          return _meta?.[PAYMENT_KEY] === undefined
            ? await shareInFlight(name, fields)
            : await call(name, fields, _meta[PAYMENT_KEY])
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: errorMessage(error) }] }
        }
      })
      return server
    },
    close: () => client.close(),
  }
}

/** A paid answer is forwarded unchanged: the caller of the tool validates it against the schema. */
const HANDED_ON: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined })
  },
}

const STILL_OPEN =
  'Whether this was charged is not known yet. Call the tool again with the same arguments: the same payment is sent, none is signed again.'

/** The terms in a 402; null for any other answer. */
function findTerms({ isError, structuredContent }: CallToolResult): PaymentRequired | null {
  const terms = structuredContent as unknown as PaymentRequired | undefined
  return isError && terms?.x402Version === 2 ? terms : null
}

/** Returns the answer with a sentence for readers of plain text in front. */
function withSentence(result: CallToolResult, sentence: string | null): CallToolResult {
  return sentence === null
    ? result
    : { ...result, content: [{ type: 'text', text: sentence }, ...result.content] }
}

function walletNote({ wallet }: BridgeOptions): string {
  if (!wallet) return 'No wallet is configured here: paid tools return their terms.'
  const { buyer, perCallUsd, journal } = wallet
  return `Paid tools are paid for by ${buyer.address}, at most ${perCallUsd} USD a call; ${journal.leftUsd()} USD are left for today.`
}
