/// <reference lib="dom" />
/**
 * A purchase by a wallet of the browser. A payment is stored in the browser before it leaves, and
 * only it is sent until it is over.
 */
import { type Bought, OpenPaymentError, settle } from '../../../packages/client/src/buyer.ts'
import { isUntaken } from '../../../packages/client/src/chain.ts'
import { toUsdc } from '../../../packages/client/src/codec.ts'
import { type SentPayment, signPayment, walletSigner } from '../../../packages/client/src/pay.ts'
import {
  createPayments,
  DAY_MS,
  type Payments,
  storageLog,
} from '../../../packages/client/src/payments.ts'
import {
  type Called,
  type HttpReply,
  httpChannel,
  PaymentRequiredError,
  ProblemError,
  readAnswer,
  send,
} from '../../../packages/client/src/request.ts'
import { parseQuote } from '../../../packages/client/src/terms.ts'
import { priceText } from '../../contract/price.ts'
import { escapeHtml } from '../escape.ts'
import { definitions } from '../pictures/parts.ts'
import { aloneAmongTabs } from './alone-among-tabs.ts'
import { showAnswer } from './answer.ts'
import { describeFailure, isOffline } from './failures.ts'
import { noWalletHtml } from './no-wallet.ts'
import { PAGE_TERMS_ID, type PageTerms } from './page-terms.ts'
import { findDifference } from './page-terms-check.ts'
import { Cancelled, createView, type View, waitFor } from './view.ts'
import {
  connect,
  createFindWallets,
  type FindWallets,
  readBalance,
  stillAgrees,
  toWalletError,
  useNetwork,
  type Wallet,
  WalletError,
} from './wallets.ts'

export interface PurchaseRequest {
  method: string
  /** Path and query. */
  target: string
  /** JSON text. */
  body: string | null
  operationId: string
}

type Terms = PaymentRequiredError['terms']

/** The service wants so much validity left of a payment. */
const ARRIVES_WITHIN_MS = 20_000
const payments = createPayments({ log: storageLog() })
let findWallets: FindWallets | undefined

/** What is around a purchase: a page, or a test. */
interface Surroundings {
  page: PageTerms
  view: View
  /** Kept over reloads. */
  payments: Payments
  origin: string
  findWallets: FindWallets
  sleep(ms: number): Promise<void>
  /** Receives what the service said about a malformed question. */
  onProblem(problem: ProblemError['problem']): void
}

/**
 * Requests the price, shows it, buys and shows the answer inside `container`. The event `problem`
 * on it carries what the service said about a malformed question.
 */
export function offerPurchase(container: HTMLElement, request: PurchaseRequest): void {
  findWallets ??= createFindWallets()
  startPurchase(request, {
    page: JSON.parse(document.getElementById(PAGE_TERMS_ID)!.textContent) as PageTerms,
    view: createView(container),
    payments,
    origin: location.origin,
    findWallets,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onProblem: (detail) => container.dispatchEvent(new CustomEvent('problem', { detail })),
  })
}

/** Runs a purchase, step by step, in its surroundings. */
export function startPurchase(request: PurchaseRequest, surroundings: Surroundings): void {
  const { page, view, payments, origin, findWallets, sleep, onProblem } = surroundings
  const { method, target, body, operationId } = request
  const { href: url, pathname, search } = new URL(target, origin)
  const call = { method, url, body }
  const question = `${method} ${target} ${body ?? ''}`
  const channel = httpChannel(call, { request: question })
  /** Wallets that announce themselves late are shown in this step only. */
  let isOffering = false
  /** The caller wants another answer than the one that was bought. */
  let isAgain = false

  async function ask(): Promise<void> {
    isOffering = false
    view.enter('price')
    view.say('Asking for the price…')
    try {
      const terms = await showQuote()
      if (terms) offer(terms)
    } catch (error) {
      fail(error)
    }
  }

  /**
   * Returns the terms; `null` if the answer cost nothing and is shown. @throws WalletError for
   * terms that this page does not state
   */
  async function showQuote(): Promise<Terms | null> {
    try {
      present(await send(call), null)
      return null
    } catch (error) {
      if (!(error instanceof PaymentRequiredError)) throw error
      const difference = findDifference(error.terms, page, operationId, pathname + search)
      if (difference === null) return error.terms
      throw new WalletError(
        `The service now states other terms than this page states (${difference}). Nothing was signed. Reload the page to see them.`,
      )
    }
  }

  function offer(terms: Terms): void {
    const price = formatPrice(terms)
    isOffering = true
    const wallets = findWallets(() => isOffering && offer(terms))
    view.say(
      `${price} USDC on ${page.networkName}${page.test ? ', a test network: no real money' : ''}.`,
    )
    if (wallets.length === 0)
      view.show(noWalletHtml(page, price), [['Look again', () => offer(terms)]])
    else
      view.show(
        '<p>Choose a wallet. You see what it will sign before it does.</p>',
        wallets.map((wallet) => [
          `Pay ${price} USDC with ${wallet.name}`,
          () => void prepare(wallet).catch(fail),
          wallet.icon,
        ]),
      )
  }

  /** Everything that needs no signature. */
  async function prepare(wallet: Wallet, note = ''): Promise<void> {
    isOffering = false
    const account = await waitFor(
      view,
      `Waiting for ${wallet.name}: allow it to show your address.`,
      connect(wallet),
    )
    const terms = await showQuote()
    if (terms === null) return
    await waitFor(
      view,
      `Waiting for ${wallet.name}: choose ${page.networkName}.`,
      useNetwork(wallet, page),
    )
    const balance = await waitFor(
      view,
      'Looking at the balance…',
      readBalance(wallet, account, page),
    )
    const { amount } = terms.accepts[0]!
    if (balance !== null && balance < BigInt(amount))
      throw new WalletError(
        `Your wallet holds ${priceText(balance)} USDC on ${page.networkName}, and this answer costs ${formatPrice(terms)}. Nothing was signed. Send USDC on ${page.networkName} to ${account}${page.test ? ' (faucet.circle.com gives test USDC away)' : ''}, then try again.`,
      )
    confirm({ wallet, account, terms }, note)
  }

  function confirm(prepared: Prepared, note: string): void {
    const quotedMs = Date.now()
    const { wallet, terms } = prepared
    view.say(`${note}Compare this with what ${wallet.name} shows, then sign.`)
    view.show(whatIsSigned(prepared, page, request), [
      [
        'Sign and buy',
        () => {
          const isOld = Date.now() - quotedMs > terms.accepts[0]!.maxTimeoutSeconds * 1000
          const going = isOld
            ? prepare(wallet, 'The offer had expired, and the page requested it again. ')
            : buy(prepared)
          going.catch(fail)
        },
      ],
      ['Cancel', () => void ask()],
    ])
  }

  async function buy(prepared: Prepared): Promise<void> {
    const waits = () =>
      view.say('Another tab is buying this answer. Waiting for it, to pay only once…')
    view.show('')
    await aloneAmongTabs(question, waits, async () => {
      await pay(
        findEarlierPayment() ??
          payments.reuse(parseQuote(prepared.terms), question, { payer: prepared.account }) ??
          (await sign(prepared, question, surroundings)),
      )
    })
  }

  /** Returns the payment that may have been charged, or the one that bought this answer today. */
  function findEarlierPayment(): SentPayment | null {
    const open = payments.find(question, 'open')
    const bought = isAgain ? null : payments.find(question, 'answered')
    return open ?? (bought && bought.signedMs > Date.now() - DAY_MS ? bought : null)
  }

  async function pay(payment: SentPayment): Promise<void> {
    view.enter('paying')
    view.say('Paying, and waiting for the answer…')
    view.show('<p>You can reload this page: it repeats this payment, and you are charged once.</p>')
    const onWait = () =>
      view.say('The service is not sure yet. The same payment is sent again in a moment…')
    const anyUntaken = async () =>
      (
        await Promise.all(findWallets(() => {}).map(({ provider }) => isUntaken(provider, payment)))
      ).some(Boolean)
    let bought: Bought<HttpReply>
    try {
      bought = await settle(channel, { payments, onWait, isUntaken: anyUntaken, sleep }, payment)
    } catch (error) {
      if (error instanceof OpenPaymentError) return showOpen(error.cause, payment)
      throw error
    }
    const { reply, outcome, isVoid } = bought
    if (outcome === 'open' && isVoid) return await ask()
    try {
      const called = readAnswer(call, reply)
      if (outcome === 'open') showOpen(null, payment)
      else present(called, payment)
    } catch (error) {
      if (outcome === 'open') showOpen(error, payment)
      else fail(error)
    }
  }

  function showOpen(error: unknown, { validBeforeMs, ...payment }: SentPayment): void {
    const why =
      error instanceof ProblemError
        ? error.problem.detail
        : isOffline()
          ? 'You are offline.'
          : 'The service did not answer.'
    const until = new Date(validBeforeMs).toLocaleTimeString()
    view.say(`${why} Your payment may have been charged.`, 'bad')
    view.show(
      `<p>${
        validBeforeMs > Date.now()
          ? `The payment cannot be taken after ${until}, and the service then knows.`
          : `The payment could not be taken after ${until}.`
      } This browser keeps it. Repeat it: the same payment is never charged twice, and you get the answer if it was taken. Do not sign another one.</p>`,
      [['Repeat the same payment', () => void pay({ ...payment, validBeforeMs }).catch(fail)]],
    )
  }

  function present(called: Called<unknown>, payment: SentPayment | null): void {
    const again = () => {
      isAgain = true
      void ask()
    }
    const price = payment && toUsdc(payment.amountAtomic)
    showAnswer(view, called, { operationId, page, price, body, again })
  }

  /** Nothing was charged: says why, and offers the next step. */
  function fail(error: unknown): void {
    if (error instanceof Cancelled) return void ask()
    const text = describeFailure(error)
    view.enter('price')
    view.say(text, 'bad')
    const problem = error instanceof ProblemError ? error.problem : null
    if (problem) onProblem(problem)
    view.show(problem ? problemHtml(problem) : '', [['Try again', () => void ask()]])
  }

  const earlierPayment = findEarlierPayment()
  void (earlierPayment ? pay(earlierPayment).catch(fail) : ask())
}

/** Terms and wallet of a purchase before it is signed. */
interface Prepared {
  wallet: Wallet
  account: `0x${string}`
  terms: Terms
}

function whatIsSigned(
  { account, terms }: Prepared,
  page: PageTerms,
  { method, target }: PurchaseRequest,
): string {
  const { payTo, maxTimeoutSeconds } = terms.accepts[0]!
  const rows = {
    'You pay': `${formatPrice(terms)} USDC, exactly this amount and no fee`,
    From: account,
    To: `${payTo}, the seller`,
    Network: `${page.networkName}${page.test ? ', a test network: no real money' : ''}`,
    For: `${method} ${target}`,
    Expires: `${maxTimeoutSeconds} seconds after you sign; it can be used once`,
  }
  return definitions(Object.entries(rows).map(([name, value]) => [name, escapeHtml(value)]))
}

function problemHtml({ errors, hint }: ProblemError['problem']): string {
  const faults = (errors ?? []).map(
    ({ field, message }) => `<li><code>${escapeHtml(field)}</code>: ${escapeHtml(message)}</li>`,
  )
  return `${faults.length > 0 ? `<ul>${faults.join('')}</ul>` : ''}${hint ? `<p>${escapeHtml(hint)}</p>` : ''}`
}

const formatPrice = ({ accepts }: Terms) => priceText(BigInt(accepts[0]!.amount))

/** Signs a payment and stores it. @throws WalletError */
async function sign(
  { wallet, account, terms }: Prepared,
  question: string,
  { page, view, payments }: Surroundings,
): Promise<SentPayment> {
  const { name, provider } = wallet
  const payment = await waitFor(
    view,
    `Waiting for ${name}: sign there.`,
    stillAgrees(wallet, account, page)
      .then(() => signPayment(terms, walletSigner(provider, account), { request: question }))
      .catch((error: unknown) => {
        throw toWalletError(error, name)
      }),
  )
  if (payment.validBeforeMs - Date.now() < ARRIVES_WITHIN_MS)
    throw new WalletError(
      'The offer expired before your wallet signed. The signature was not sent. Try again and sign sooner.',
    )
  payments.book(payment)
  return payment
}
