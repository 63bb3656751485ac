/**
 * A Model Context Protocol server for one user's machine: passes tools and calls on to a service's `/mcp` and, where it holds a wallet,
 * pays for calls within its limits. A payment whose outcome stayed open is sent again when the call is repeated, never signed anew.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { errorMessage } from '../kernel/errors.ts'
import { canonicalJson } from '../kernel/hash.ts'
import { type Buyer, quoteOf } from './buyer.ts'
import type { Reservation, Spending } from './spending.ts'

export interface BridgeOptions {
  /** Base address of the service. */
  url: string
  version: string
  /** Null: unpaid calls return their terms, which a paying client may sign itself. */
  wallet: { buyer: Buyer; spending: Spending; perCallUsd: string } | null
  /** Lines for the user. */
  onNote: (line: string) => void
  sleep?: (ms: number) => Promise<void>
}

export interface Bridge {
  server: Server
  close(): Promise<void>
}

interface Pending {
  payload: PaymentPayload
  reservation: Reservation
}

/** Where the x402 transport has the payment, in `_meta`. */
const PAYMENT_KEY = 'x402/payment'
const ATTEMPTS = 4
const WAIT_MS = 2000
const OPEN = new Set(['SETTLEMENT_UNKNOWN', 'PAYMENT_IN_FLIGHT', 'FACILITATOR_UNAVAILABLE', 'STORE_UNAVAILABLE', 'SHUTTING_DOWN'])

/** @throws Error when the service does not answer */
export async function connectMcpBridge(options: BridgeOptions): Promise<Bridge> {
  const { url, wallet, onNote } = options
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  const client = new Client({ name: 'ukintel-bridge', version: options.version })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  const pending = new Map<string, Pending>()

  const call = async (name: string, fields: Record<string, unknown>, payment?: unknown): Promise<CallToolResult> =>
    (await client.callTool({
      name,
      arguments: fields,
      ...(payment === undefined ? {} : { _meta: { [PAYMENT_KEY]: payment } }),
    })) as CallToolResult

  async function callAndPay(name: string, fields: Record<string, unknown>): Promise<CallToolResult> {
    const key = `${name} ${canonicalJson(fields)}`
    const open = pending.get(key)
    if (open) return await settle(key, open, name, fields)
    const asked = await call(name, fields)
    const terms = asked.structuredContent as unknown as PaymentRequired | undefined
    if (!wallet || !asked.isError || terms?.x402Version !== 2) return asked
    const quote = quoteOf(terms)
    const reservation = wallet.spending.reserve(quote.amountUsd)
    try {
      const payload = decodePaymentSignatureHeader(await wallet.buyer.sign(quote, { maxUsd: wallet.perCallUsd }))
      pending.set(key, { payload, reservation })
    } catch (error) {
      reservation.release()
      throw error
    }
    return await settle(key, pending.get(key)!, name, fields)
  }

  /** Sends one payment until its outcome is known; while it is not, the payment is kept for the next try. */
  async function settle(
    key: string,
    { payload, reservation }: Pending,
    name: string,
    fields: Record<string, unknown>,
  ): Promise<CallToolResult> {
    for (let attempt = 1; ; attempt += 1) {
      let reason: string
      try {
        const result = await call(name, fields, payload)
        const code = String(result.structuredContent?.code ?? '')
        if (!result.isError || !OPEN.has(code)) {
          pending.delete(key)
          if (result.isError) reservation.release()
          else onNote(`${name}: paid, ${wallet!.spending.spentUsd()} USD spent, ${wallet!.spending.leftUsd()} left`)
          return result
        }
        if (attempt === ATTEMPTS) return result
        reason = code
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        reason = errorMessage(error)
      }
      onNote(`${name}: ${reason}; sending the same payment again`)
      await sleep(WAIT_MS * attempt)
    }
  }

  const server = new Server(
    { name: 'ukintel', version: options.version },
    { capabilities: { tools: {} }, instructions: [client.getInstructions() ?? '', walletNote(options)].join(' ').trim() },
  )
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => client.listTools(params))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const { name, arguments: fields = {}, _meta } = params
    try {
      return _meta?.[PAYMENT_KEY] === undefined ? await callAndPay(name, fields) : await call(name, fields, _meta[PAYMENT_KEY])
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: errorMessage(error) }] }
    }
  })
  // The tools are listed once here, so that the client holds every answer of the service against its schema.
  await client.listTools()
  return {
    server,
    async close() {
      await server.close()
      await client.close()
    },
  }
}

function walletNote({ wallet }: BridgeOptions): string {
  if (!wallet) return 'No wallet is configured here: paid tools return their terms.'
  return `Paid tools are paid for by ${wallet.buyer.address}, at most ${wallet.perCallUsd} USD a call and ${wallet.spending.leftUsd()} USD until it is started anew.`
}
