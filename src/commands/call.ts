import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { type Answer, askPrice, type CallRequest, createBuyer, type Quote } from '../buyer/buyer.ts'
import { sendUntilKnown } from '../buyer/persist.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../kernel/errors.ts'
import { usdcToAtomic } from '../kernel/money.ts'
import { serviceUrl } from './service-url.ts'
import { CommandError, note, paint, print, usd } from './terminal.ts'

interface CallOptions {
  url?: string
  data?: string
  maxUsd?: string
  quote?: boolean
  id?: string
  payment?: string
}

const EXAMPLES = `
Examples:
  ukintel call GET /v1/health
  ukintel call GET "/v1/company/search?q=acme" --quote
  ukintel call GET /v1/company/09876543/verdict --max-usd 0.10
  ukintel call POST /v1/tenders/fit-score --data '{"description":"school catering in Leeds"}' --max-usd 0.25

The answer goes to standard output, terms and receipt to standard error. The wallet is BUYER_PRIVATE_KEY; BUYER_MAX_USD
(default 1) caps every call, whatever --max-usd says. Without --max-usd you are asked before anything is paid.
Exit code 0: answered; 1: refused, failed or nothing to show.
`

export function callCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('call')
    .description('Call a service as a paying client: shows the terms, pays within a limit, prints the answer.')
    .argument('<method>', 'GET or POST')
    .argument('<path>', 'path with query, such as /v1/company/09876543; or a whole address')
    .option('--max-usd <amount>', 'pay up to this much without asking')
    .option('--data <json>', 'request body; @file reads a file, @- standard input')
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--quote', 'show the terms and pay nothing')
    .option('--id <identifier>', 'your own name for this purchase: the same name again is not charged again')
    .option('--payment <signature>', 'send this earlier PAYMENT-SIGNATURE again instead of signing: never pays twice')
    .addHelpText('after', EXAMPLES)
    .action(async (method: string, path: string, options: CallOptions) => {
      const answer = await perform(environment, requestOf(environment, method, path, options), options)
      if (answer === null) return
      show(answer)
      if (answer.status >= 300) process.exitCode = 1
    })
}

function requestOf(environment: NodeJS.ProcessEnv, method: string, path: string, options: CallOptions): CallRequest {
  const verb = method.toUpperCase()
  if (verb !== 'GET' && verb !== 'POST') throw new CommandError(`the method is GET or POST, not ${method}`)
  if (!/^(\/|https?:\/\/)/.test(path)) throw new CommandError(`the path begins with a slash, such as /v1/health; got ${path}`)
  const url = path.startsWith('/') ? `${serviceUrl(environment, options.url)}${path}` : path
  const { data } = options
  if (data === undefined) return { method: verb, url }
  return { method: verb, url, body: data.startsWith('@') ? readFileSync(data === '@-' ? 0 : data.slice(1), 'utf8') : data }
}

/** Null when only the price was asked for. */
async function perform(environment: NodeJS.ProcessEnv, request: CallRequest, options: CallOptions): Promise<Answer | null> {
  const { BUYER_PRIVATE_KEY, BUYER_MAX_USD } = readVariables(environment, ['BUYER_PRIVATE_KEY', 'BUYER_MAX_USD'])
  if (options.maxUsd !== undefined) atomicOf('--max-usd', options.maxUsd)
  const asked = options.payment === undefined ? await reach(request, () => askPrice(request)) : null
  if (asked?.kind === 'answer') return asked
  if (asked) showTerms(asked)
  if (options.quote) {
    note('nothing was paid')
    return null
  }
  if (BUYER_PRIVATE_KEY === null) {
    throw new CommandError('BUYER_PRIVATE_KEY is required to pay; example: BUYER_PRIVATE_KEY=0x… (64 hex digits)')
  }
  const buyer = createBuyer({ privateKey: BUYER_PRIVATE_KEY as `0x${string}` })
  const signature = options.payment ?? (await signWithin(buyer, asked as Quote, options, BUYER_MAX_USD))
  try {
    return await sendUntilKnown(buyer, request, signature, {
      onWait: (reason, ms) => note(`${reason}; sending the same payment again in ${ms / 1000} s`),
    })
  } catch (error) {
    throw new CommandError(
      `${unreachable(request, error)}\nThe payment may have gone out. To learn its fate without paying twice, repeat with:\n  --payment ${signature}`,
    )
  }
}

async function signWithin(buyer: ReturnType<typeof createBuyer>, quote: Quote, options: CallOptions, ceilingUsd: string): Promise<string> {
  const maxUsd =
    options.maxUsd !== undefined && atomicOf('--max-usd', options.maxUsd) < atomicOf('BUYER_MAX_USD', ceilingUsd)
      ? options.maxUsd
      : ceilingUsd
  const withinLimit = atomicOf('the price', quote.amountUsd) <= atomicOf('BUYER_MAX_USD', maxUsd)
  if (withinLimit && options.maxUsd === undefined && !(await agreed(quote))) throw new CommandError('not paid')
  return buyer.sign(quote, { maxUsd, ...(options.id === undefined ? {} : { paymentId: options.id }) })
}

async function agreed(quote: Quote): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError(`nobody to ask; to pay without asking add --max-usd ${usd(quote.amountUsd)}`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Pay ${usd(quote.amountUsd)} USDC? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

function atomicOf(name: string, amountUsd: string): bigint {
  try {
    return BigInt(usdcToAtomic(amountUsd))
  } catch {
    throw new CommandError(`${name} is an amount in USD such as 0.10, not ${amountUsd}`)
  }
}

async function reach<T>(request: CallRequest, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new CommandError(unreachable(request, error))
  }
}

function unreachable(request: CallRequest, error: unknown): string {
  const { cause } = error as Error
  return `${new URL(request.url).origin} did not answer: ${errorMessage(cause ?? error)}`
}

const onStderr = (style: Parameters<typeof paint>[0], text: string) => paint(style, text, process.stderr)

function showTerms(quote: Quote): void {
  const test = quote.network === 'eip155:84532' ? ' (test network, no real money)' : ''
  note(onStderr('bold', `402  ${usd(quote.amountUsd)} USDC on ${quote.network}${test}`))
  note(`     to ${quote.payTo}, valid ${quote.validForSeconds} s once signed`)
  if (quote.description) note(`     ${quote.description}`)
}

function show(answer: Answer): void {
  const { receipt, status, text } = answer
  if (receipt?.success) note(onStderr('green', `paid, transaction ${receipt.transaction} on ${receipt.network}`))
  else if (receipt) note(onStderr('red', `not paid: ${receipt.errorReason ?? 'the settlement failed'}`))
  if (status >= 300) note(onStderr('red', `HTTP ${status}`))
  print(process.stdout.isTTY ? pretty(text) : text)
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
