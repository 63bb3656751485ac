/**
 * A Model Context Protocol server for one user's machine. It forwards tools and calls to a
 * service's `/mcp` and, with a wallet, pays for calls within its limits. A payment with an open
 * outcome is sent again when the call is repeated, never signed again. Both sides support
 * 2026-07-28 and 2025-11-25, each the version of its peer.
 */
import { createHash } from 'node:crypto'
import {
  type CallToolResult,
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { type Channel, createBuyer, mayBeCharged, type Wallet } from '../../client/src/buyer.ts'
import { at, decodeHeader } from '../../client/src/codec.ts'
import { codeOf, refusalSentence } from '../../client/src/outcome.ts'
import type { Payments } from '../../client/src/payments.ts'
import { isTerms } from '../../client/src/terms.ts'
import { canonical } from '../../client/src/verify.ts'
import { printableLine } from './printable.ts'

export interface BridgeOptions {
  /** Base address of the service. */
  url: string
  version: string
  /**
   * `null` if nothing is paid: unpaid calls return their terms, which a paying client may sign
   * itself.
   */
  wallet: (Wallet & { payments: Payments }) | null
  /** Receives lines for the user, fit to be shown. */
  onNote: (line: string) => void
}

export interface Bridge {
  /**
   * Creates one server for each connection, or two if a client probes the version first. All share
   * the wallet.
   */
  createServer(): Server
  close(): Promise<void>
}

type Fields = Record<string, unknown>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Keys in `_meta`: those of the x402 transport, and the service's own. */
const PAYMENT_KEY = 'x402/payment'
const RECEIPT_KEY = 'x402/payment-response'
const RETRY_KEY = 'ukintel/retry-after-seconds'

/** @throws Error when the service does not answer */
export async function connectMcpBridge(options: BridgeOptions): Promise<Bridge> {
  const { url, wallet } = options
  const onNote = (line: string) => options.onNote(printableLine(line))
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

  const call = async (name: string, fields: Fields, payment?: unknown): Promise<CallToolResult> =>
    (await client.callTool({
      name,
      arguments: fields,
      ...(payment === undefined ? {} : { _meta: { [PAYMENT_KEY]: payment } }),
    })) as CallToolResult

  const channelOf = (name: string, fields: Fields): Channel<CallToolResult> => ({
    request: createHash('sha256')
      .update(`${url} ${name} ${canonical(fields)}`)
      .digest('hex'),
    send: (payment) => call(name, fields, payment === null ? undefined : decodeHeader(payment)),
    read: readResult,
  })

  const buyer =
    wallet &&
    createBuyer({
      ...wallet,
      onWait: (reason) => onNote(`${reason}; sending the same payment again`),
    })

  async function pay(name: string, fields: Fields): Promise<CallToolResult> {
    if (!wallet || !buyer) return await call(name, fields)
    const { reply, payment, outcome } = await buyer(channelOf(name, fields))
    if (payment && outcome === 'answered')
      onNote(
        `${name}: paid, ${wallet.payments.spentUsd()} USD spent, ${wallet.payments.leftUsd()} left`,
      )
    const reason = payment && reply.isError ? refusalSentence(reply.structuredContent) : null
    const doubt = payment && outcome === 'open' ? mayBeCharged(payment) : null
    return withSentence(reply, [reason, doubt].filter(Boolean).join(' '))
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
            ? await pay(name, fields)
            : await call(name, fields, _meta[PAYMENT_KEY])
        } catch (error) {
          return {
            isError: true,
            content: [{ type: 'text', text: printableLine(messageOf(error), 600) }],
          }
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

function readResult(result: CallToolResult): ReturnType<Channel<CallToolResult>['read']> {
  const { isError = false, structuredContent: body, _meta } = result
  const seconds = at(_meta, RETRY_KEY)
  return {
    ok: !isError,
    body,
    receipt: at(_meta, RECEIPT_KEY),
    isProblem: true,
    isNothingNew: false,
    // A problem may carry terms, too: a new signature cures it.
    terms: isError && isTerms(body) && codeOf(body) === null ? body : null,
    name: 'an error that does not say whether it was charged',
    retryAfterMs: typeof seconds === 'number' ? seconds * 1000 : null,
  }
}

/** Returns the answer with a sentence for readers of plain text in front. */
function withSentence(result: CallToolResult, sentence: string): CallToolResult {
  return sentence === ''
    ? result
    : {
        ...result,
        content: [{ type: 'text', text: printableLine(sentence, 600) }, ...result.content],
      }
}

function walletNote({ wallet }: BridgeOptions): string {
  if (!wallet) return 'No wallet is configured here: paid tools return their terms.'
  const { signer, maxUsd, payments } = wallet
  return `Paid tools are paid for by ${signer.address}, at most ${maxUsd} USD a call; ${payments.leftUsd()} USD are left for today.`
}
