import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import {
  askPrice,
  type BoughtAnswer,
  type Buyer,
  type CallRequest,
  createBuyer,
  parseAuthorization,
  sendPayment,
} from '../buyer/buyer.ts'
import { judgeOutcome, refusalSentence } from '../buyer/outcome.ts'
import { sendUntilKnown } from '../buyer/persist.ts'
import { type Quote, UnpayableError } from '../buyer/quote.ts'
import { findListedKeys, readSavedText } from '../buyer/saved.ts'
import type { SpendingJournal } from '../buyer/spending-journal.ts'
import { ACCOUNTS, VERDICT } from '../company/rules/published.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { sha256Hex } from '../platform/hash.ts'
import { parseJson } from '../platform/json.ts'
import { usdcToAtomic } from '../platform/money.ts'
import { printable, printableLine } from '../platform/printable.ts'
import { buildPictures } from '../site/pictures/picture.ts'
import { textPicture } from '../site/pictures/text.ts'
import { serviceUrl } from './service-url.ts'
import { openJournal, stateDirectory } from './state-directory.ts'
import { CommandError, note, paint, print, usd } from './terminal.ts'

interface CallOptions {
  url?: string
  data?: string
  maxUsd?: string
  quote?: boolean
  id?: string
  pretty?: boolean
  payment?: string
  save?: string
}

const EXAMPLES = `
Examples:
  ukintel call GET /v1/health
  ukintel call GET "/v1/company/search?q=acme" --quote
  ukintel call GET /v1/company/09876543/verdict --max-usd 0.10
  ukintel call POST /v1/tenders/fit-score --data '{"description":"school catering in Leeds"}' --max-usd 0.25

The answer goes to standard output, terms and receipt to standard error. The wallet is BUYER_PRIVATE_KEY; BUYER_MAX_USD
(default 1) caps every call, whatever --max-usd says. Without --max-usd you are asked before anything is paid. A payment whose
outcome stayed open is remembered in BUYER_STATE_DIR: the same command again sends the same payment and signs none.
Exit code 0: answered; 1: refused, failed or nothing to show.
`

export function callCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('call')
    .description(
      'Call a service as a paying client: shows the terms, pays within a limit, prints the answer.',
    )
    .argument('<method>', 'GET or POST')
    .argument('<path>', 'path with query, such as /v1/company/09876543; or a whole address')
    .option('--max-usd <amount>', 'pay up to this much without asking')
    .option('--data <json>', 'request body; @file reads a file, @- standard input')
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--quote', 'show the terms and pay nothing')
    .option('--pretty', 'draw the answer instead of printing its JSON, where it can be drawn')
    .option(
      '--id <identifier>',
      'your own name for this purchase: the same name again is not charged again',
    )
    .option(
      '--payment <signature>',
      'send this earlier PAYMENT-SIGNATURE again instead of signing: never pays twice',
    )
    .option('--save <file>', 'keep the answer with its receipt, for ukintel verify')
    .addHelpText('after', EXAMPLES)
    .action(async (method: string, path: string, options: CallOptions) => {
      const request = buildRequest(environment, method, path, options)
      const answer = await perform(environment, request, options)
      if (answer === null) return
      show(answer, options.pretty ?? false)
      if (options.save !== undefined && answer.status === 200)
        await save(options.save, request, answer)
      if (answer.status >= 300) process.exitCode = 1
    })
}

/** The keys that verify it are taken from the seller in this moment; without them it is kept all the same. */
async function save(file: string, request: CallRequest, answer: BoughtAnswer): Promise<void> {
  const keys = await findListedKeys(new URL(request.url).origin).catch((error: unknown) => {
    note(
      `the seller lists no keys that could verify this answer (${printableLine(errorMessage(error))})`,
    )
    return []
  })
  writeFileSync(file, readSavedText(request, answer, keys))
  note(`kept in ${file}; ukintel verify ${file} verifies it offline`)
}

function buildRequest(
  environment: NodeJS.ProcessEnv,
  method: string,
  path: string,
  options: CallOptions,
): CallRequest {
  const verb = method.toUpperCase()
  if (verb !== 'GET' && verb !== 'POST')
    throw new CommandError(`the method is GET or POST, not ${method}`)
  if (!/^(\/|https?:\/\/)/.test(path))
    throw new CommandError(`the path begins with a slash, such as /v1/health; got ${path}`)
  const url = path.startsWith('/') ? `${serviceUrl(environment, options.url)}${path}` : path
  const { data } = options
  if (data === undefined) return { method: verb, url }
  return {
    method: verb,
    url,
    body: data.startsWith('@') ? readFileSync(data === '@-' ? 0 : data.slice(1), 'utf8') : data,
  }
}

/** Performs the call. Returns `null` if only the price was requested. */
async function perform(
  environment: NodeJS.ProcessEnv,
  request: CallRequest,
  options: CallOptions,
): Promise<BoughtAnswer | null> {
  const { BUYER_PRIVATE_KEY, BUYER_MAX_USD } = readVariables(environment, [
    'BUYER_PRIVATE_KEY',
    'BUYER_MAX_USD',
  ])
  if (options.maxUsd !== undefined) parseAmount('--max-usd', options.maxUsd)
  if (options.payment !== undefined) return await repeat(request, options.payment)
  const buyer =
    BUYER_PRIVATE_KEY === null
      ? null
      : createBuyer({ privateKey: BUYER_PRIVATE_KEY as `0x${string}` })
  const journal = buyer && openJournal(buyer.address, 'call', stateDirectory(environment), null)
  if (journal && !options.quote) {
    const answer = await resume(journal, request, options)
    if (answer) return answer
  }
  const quoted = await reach(request, () => askPrice(request))
  if (quoted.kind === 'answer') return quoted
  showTerms(quoted)
  if (options.quote) {
    note('nothing was paid')
    return null
  }
  if (!buyer || !journal)
    throw new CommandError(
      'BUYER_PRIVATE_KEY is required to pay; example: BUYER_PRIVATE_KEY=0x… (64 hex digits)',
    )
  const paymentSignature = await signWithin(buyer, quoted, options, BUYER_MAX_USD)
  const { network, payTo, amount: amountAtomic } = quoted.terms.accepts[0]!
  const { nonce, validBeforeMs } = parseAuthorization(paymentSignature)
  const signedMs = Date.now()
  const callName = computeCallName(request, options)
  // Written down before it leaves: whatever happens from here on, the next run knows of it.
  journal.book({
    nonce,
    request: callName,
    paymentSignature,
    network,
    payTo,
    amountAtomic,
    signedMs,
    validBeforeMs,
  })
  return await send(journal, request, paymentSignature)
}

const computeCallName = ({ method, url, body = '' }: CallRequest, { id = '' }: CallOptions) =>
  sha256Hex([method, url, body, id].join('\n'))

/**
 * Returns the earlier payment of this call with an unknown outcome; `null` if there is none, or it
 * bought nothing.
 */
async function resume(
  journal: SpendingJournal,
  request: CallRequest,
  options: CallOptions,
): Promise<BoughtAnswer | null> {
  const open = journal.open(computeCallName(request, options))
  if (!open) return null
  note('an earlier payment for this call is open: sending it again instead of paying again')
  const answer = await send(journal, request, open.paymentSignature)
  if (answer.status !== 402) return answer
  note(`it came to nothing: ${refusalSentence(answer.text) ?? 'the payment was refused'}`)
  return null
}

/** Sends a payment given by hand. It was signed before; no wallet is needed. */
async function repeat(request: CallRequest, paymentSignature: string): Promise<BoughtAnswer> {
  try {
    parseAuthorization(paymentSignature)
  } catch {
    throw new CommandError(
      '--payment is not a PAYMENT-SIGNATURE header as an earlier call printed it',
    )
  }
  return await send(null, request, paymentSignature)
}

async function send(
  journal: SpendingJournal | null,
  request: CallRequest,
  paymentSignature: string,
): Promise<BoughtAnswer> {
  const howToRepeat = [
    journal
      ? 'This payment is kept: the same command again sends it again and signs none. From anywhere, without a wallet:'
      : 'Repeat with:',
    `  --payment ${paymentSignature}`,
  ].join('\n')
  try {
    const answer = await sendUntilKnown({ send: sendPayment }, request, paymentSignature, {
      onWait: (reason, ms) => note(`${reason}; sending the same payment again in ${ms / 1000} s`),
    })
    const outcome = judgeOutcome(answer)
    if (outcome === 'open') note(`Whether this was paid is not known yet. ${howToRepeat}`)
    else
      journal?.mark(
        parseAuthorization(paymentSignature).nonce,
        outcome === 'unpaid' ? 'void' : outcome,
      )
    return answer
  } catch (error) {
    throw new CommandError(
      `${unreachable(request, error)}\nThe payment may have gone out. ${howToRepeat}`,
    )
  }
}

async function signWithin(
  buyer: Buyer,
  quote: Quote,
  options: CallOptions,
  ceilingUsd: string,
): Promise<string> {
  const maxUsd =
    options.maxUsd !== undefined &&
    parseAmount('--max-usd', options.maxUsd) < parseAmount('BUYER_MAX_USD', ceilingUsd)
      ? options.maxUsd
      : ceilingUsd
  const withinLimit =
    parseAmount('the price', quote.amountUsd) <= parseAmount('BUYER_MAX_USD', maxUsd)
  if (withinLimit && options.maxUsd === undefined && !(await askForConsent(quote)))
    throw new CommandError('not paid')
  return buyer.sign(quote, {
    maxUsd,
    ...(options.id === undefined ? {} : { paymentId: options.id }),
  })
}

async function askForConsent(quote: Quote): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      `no terminal to confirm; to pay without confirmation add --max-usd ${usd(quote.amountUsd)}`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test(
      (await terminal.question(`Pay ${usd(quote.amountUsd)} USDC? [y/N] `)).trim(),
    )
  } finally {
    terminal.close()
  }
}

function parseAmount(name: string, amountUsd: string): bigint {
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
    throw new CommandError(
      error instanceof UnpayableError ? error.message : unreachable(request, error),
    )
  }
}

function unreachable(request: CallRequest, error: unknown): string {
  const { cause } = error as Error
  return `${new URL(request.url).origin} did not answer: ${printableLine(errorMessage(cause ?? error))}`
}

const onStderr = (style: Parameters<typeof paint>[0], text: string) =>
  paint(style, text, process.stderr)

function showTerms(quote: Quote): void {
  const test = quote.network === 'eip155:84532' ? ' (test network, no real money)' : ''
  note(onStderr('bold', `402  ${usd(quote.amountUsd)} USDC on ${quote.network}${test}`))
  note(`     to ${quote.payTo}, valid ${quote.validForSeconds} s once signed`)
  if (quote.description) note(`     ${printableLine(quote.description)}`)
}

/** Everything that a seller wrote is shown as text: none of it reaches the terminal as an order. */
function show(answer: BoughtAnswer, pretty: boolean): void {
  const { receipt, status, text } = answer
  if (receipt?.success)
    note(
      onStderr(
        'green',
        `paid, transaction ${line(receipt.transaction)} on ${line(receipt.network)}`,
      ),
    )
  else if (receipt)
    note(onStderr('red', `not paid: ${line(receipt.errorReason ?? 'the settlement failed')}`))
  const elsewhere = status >= 300 && status < 400 ? answer.headers.get('location') : null
  if (elsewhere !== null)
    note(
      onStderr('red', `HTTP ${status}: a redirect to ${line(elsewhere)}, which was not followed`),
    )
  else if (status >= 300) note(onStderr('red', `HTTP ${status}`))
  const next = status === 204 ? answer.headers.get('next-cursor') : null
  if (next !== null) note(`nothing new, nothing charged; next time: cursor=${line(next)}`)
  const refusal = status === 402 ? refusalSentence(text) : null
  if (refusal !== null) note(onStderr('red', refusal))
  print((pretty && drawAnswer(text)) || showBody(text))
}

/** Empty where nothing of it can be drawn. */
function drawAnswer(text: string): string {
  const pictures = parseBody(text, (answer) => buildPictures(answer, RULES)) ?? []
  return printable(pictures.map(textPicture).join('\n\n'))
}

const RULES = [VERDICT, ACCOUNTS].map(({ current }) => current.table)

const line = (value: unknown) => printableLine(String(value))

/** Escapes a body. Escapes inside JSON keep its meaning. A lone carriage return there is layout. */
function showBody(text: string): string {
  const shown = parseBody(text, (value) =>
    process.stdout.isTTY ? JSON.stringify(value, null, 2) : text.replaceAll('\r', ''),
  )
  return printable(shown ?? text)
}

/** Returns `null` for text that is not JSON. */
function parseBody<T>(text: string, read: (value: unknown) => T): T | null {
  const value = parseJson(text)
  return value === undefined ? null : read(value)
}
