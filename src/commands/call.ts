import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { privateKeyToAccount } from 'viem/accounts'
import {
  createBuyer,
  mayBeCharged,
  OpenPaymentError,
  settle,
} from '../../packages/client/src/buyer.ts'
import { isUntaken, rpcChain } from '../../packages/client/src/chain.ts'
import { at, decodeHeader, parseJson, toAtomic } from '../../packages/client/src/codec.ts'
import { refusalSentence } from '../../packages/client/src/outcome.ts'
import type { SentPayment } from '../../packages/client/src/pay.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import {
  type CallRequest,
  exchange,
  type HttpReply,
  httpChannel,
  type Receipt,
  termsOf,
} from '../../packages/client/src/request.ts'
import {
  parseQuote,
  type Quote,
  SpendLimitError,
  UndeliverableError,
  UnpayableError,
} from '../../packages/client/src/terms.ts'
import { listedKeys, toSavedText } from '../../packages/client/src/verify.ts'
import { ACCOUNTS, VERDICT } from '../company/rules/published.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { sha256Hex } from '../platform/hash.ts'
import { printable, printableLine } from '../platform/printable.ts'
import { buildPictures } from '../site/pictures/picture.ts'
import { textPicture } from '../site/pictures/text.ts'
import { serviceUrl } from './service-url.ts'
import { openPayments, stateDirectory } from './state-directory.ts'
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
(default 1) caps every call, whatever --max-usd says. Without --max-usd you are asked before anything is paid. A payment that may
have been charged is remembered in BUYER_STATE_DIR: the same command again sends the same payment and signs none. With BUYER_RPC_URL
the chain ends it once it has expired unused.
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
      const called = await perform(environment, request, options)
      if (called === null) return
      show(called.answer, options.pretty ?? false)
      if (options.save !== undefined && called.answer.status === 200)
        await save(options.save, request, called.answer)
      if (called.isOpen || called.answer.status >= 300) process.exitCode = 1
    })
}

/**
 * The keys that verify it are taken from the seller in this moment; without them it is kept all the
 * same.
 */
async function save(file: string, request: CallRequest, answer: HttpReply): Promise<void> {
  const { method, url, body = null } = request
  const keys = await listedKeys(new URL(url).origin).catch((error: unknown) => {
    note(
      `the seller lists no keys that could verify this answer (${printableLine(errorMessage(error))})`,
    )
    return []
  })
  const headers = Object.fromEntries(answer.headers)
  const saved = { request: { method, url }, status: answer.status, headers, keys }
  writeFileSync(file, toSavedText({ ...saved, body: answer.text }, body))
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

interface CallEnd {
  answer: HttpReply
  /** Whether a payment was sent that may have been charged. */
  isOpen: boolean
}

/** Performs the call. Returns `null` if only the price was requested. */
async function perform(
  environment: NodeJS.ProcessEnv,
  request: CallRequest,
  options: CallOptions,
): Promise<CallEnd | null> {
  const { BUYER_PRIVATE_KEY, BUYER_MAX_USD, BUYER_RPC_URL } = readVariables(environment, [
    'BUYER_PRIVATE_KEY',
    'BUYER_MAX_USD',
    'BUYER_RPC_URL',
  ])
  const ownLimit = options.maxUsd === undefined ? null : parseAmount('--max-usd', options.maxUsd)
  if (options.id !== undefined && !/^[\w-]{16,128}$/.test(options.id))
    throw new CommandError('--id is 16 to 128 letters, digits, hyphens and underscores')
  if (options.payment !== undefined) return await repeat(request, options.payment)
  if (options.quote || BUYER_PRIVATE_KEY === null) return await showPrice(request, options)

  const signer = privateKeyToAccount(BUYER_PRIVATE_KEY as `0x${string}`)
  const chain = BUYER_RPC_URL === null ? null : rpcChain(BUYER_RPC_URL)
  const isBelow = ownLimit !== null && ownLimit < parseAmount('BUYER_MAX_USD', BUYER_MAX_USD)
  const buyer = createBuyer({
    signer,
    maxUsd: isBelow ? options.maxUsd! : BUYER_MAX_USD,
    payments: openPayments(signer.address, stateDirectory(environment)),
    paymentId: options.id,
    isUntaken: chain ? (payment) => isUntaken(chain, payment) : undefined,
    onWait: noteRepetition,
    onResume: () =>
      note('an earlier payment for this call is open: sending it again instead of paying again'),
    async approve(quote) {
      showTerms(quote)
      if (ownLimit === null && !(await askForConsent(quote))) throw new CommandError('not paid')
    },
  })
  // The name of a call has been the same since 0.2.0, so that its journals are found.
  const { method, url, body } = request
  const name = sha256Hex([method, url, body ?? '', options.id ?? ''].join('\n'))
  const channel = httpChannel(request, { request: name, redirect: 'manual' })
  const { reply, payment, outcome } = await reach(request, () => buyer(channel))
  const isOpen = payment !== null && outcome === 'open'
  if (isOpen) note(`${mayBeCharged(payment)}\n${howToRepeat(payment.paymentSignature)}`)
  return { answer: reply, isOpen }
}

/** Returns the answer if there is nothing to pay. */
async function showPrice(request: CallRequest, { quote }: CallOptions): Promise<CallEnd | null> {
  const answer = await reach(request, () => exchange(request, { redirect: 'manual' }))
  const terms = termsOf(answer)
  if (terms === null) return { answer, isOpen: false }
  showTerms(await reach(request, async () => parseQuote(terms)))
  if (!quote)
    throw new CommandError(
      'BUYER_PRIVATE_KEY is required to pay; example: BUYER_PRIVATE_KEY=0x… (64 hex digits)',
    )
  note('nothing was paid')
  return null
}

/** Sends a payment given by hand. It was signed before, so no wallet is needed. */
async function repeat(request: CallRequest, paymentSignature: string): Promise<CallEnd> {
  const sent = decodeHeader(paymentSignature)
  const authorization = at(sent, 'payload', 'authorization')
  const validBeforeMs = Number(at(authorization, 'validBefore')) * 1000
  if (!Number.isSafeInteger(validBeforeMs))
    throw new CommandError(
      '--payment is not a PAYMENT-SIGNATURE header as an earlier call printed it',
    )
  const payment = { nonce: '', paymentSignature, validBeforeMs } as SentPayment
  const { reply, outcome } = await reach(request, () =>
    settle(httpChannel(request), { payments: createPayments(), onWait: noteRepetition }, payment),
  )
  if (outcome === 'open') note(`${mayBeCharged(payment)}\n${howToRepeat(paymentSignature)}`)
  return { answer: reply, isOpen: outcome === 'open' }
}

const noteRepetition = (reason: string, ms: number) =>
  note(`${printableLine(reason)}; sending the same payment again in ${ms / 1000} s`)

const howToRepeat = (paymentSignature: string) =>
  `From anywhere, without a wallet:\n  --payment ${paymentSignature}`

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
    return toAtomic(amountUsd)
  } catch {
    throw new CommandError(`${name} is an amount in USD such as 0.10, not ${amountUsd}`)
  }
}

/** @throws CommandError */
async function reach<T>(request: CallRequest, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof OpenPaymentError)
      throw new CommandError(
        `${unreachable(request, error.cause)}\n${mayBeCharged(error.payment)}\n${howToRepeat(error.payment.paymentSignature)}`,
      )
    const isOurs = [UndeliverableError, UnpayableError, SpendLimitError].some(
      (each) => error instanceof each,
    )
    throw new CommandError(
      isOurs ? printableLine(errorMessage(error), 600) : unreachable(request, error),
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
function show(answer: HttpReply, pretty: boolean): void {
  const { status, text } = answer
  const receipt = decodeHeader(answer.headers.get('payment-response')) as
    | (Receipt & { errorReason?: string })
    | undefined
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
  const refusal = status === 402 ? refusalSentence(parseJson(text)) : null
  if (refusal !== null) {
    note(onStderr('red', printableLine(refusal, 600)))
    // The terms are for programs. A person has read the sentence.
    if (process.stdout.isTTY) return
  }
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
