/// <reference lib="dom" />
/**
 * A purchase by a wallet of the browser. A payment is stored in the tab before it leaves, and only it
 * is sent until the service says that it bought an answer or that nothing was charged.
 */
import { signPayment, walletSigner } from '../../../packages/client/src/pay.ts'
import {
  type Called,
  PaymentRequiredError,
  ProblemError,
  send,
} from '../../../packages/client/src/request.ts'
import { priceText } from '../../contract/price.ts'
import { escapeHtml } from '../escape.ts'
import { definitions } from '../pictures/parts.ts'
import { showAnswer } from './answer.ts'
import { describeFailure, isOpen } from './failures.ts'
import { PAGE_TERMS_ID, type PageTerms } from './page-terms.ts'
import { findDifference } from './page-terms-check.ts'
import {
  aloneAmongTabs,
  forgetPayment,
  paymentOfOtherTab,
  readPayment,
  type StoredPayment,
  storePayment,
} from './stored-payment.ts'
import { Cancelled, createView, type View } from './view.ts'
import {
  connect,
  findWallets,
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
/** Longer than the service works at a paid call. */
const ANSWER_WITHIN_MS = 90_000
/** Repetitions of a payment without a click. */
const REPETITIONS = 3

/**
 * Requests the price, shows it, buys and shows the answer inside `container`. The event `problem` on it
 * carries what the service said about a malformed question.
 */
export function offerPurchase(container: HTMLElement, request: PurchaseRequest): void {
  const page = JSON.parse(document.getElementById(PAGE_TERMS_ID)!.textContent) as PageTerms
  const { method, target, body, operationId } = request
  const { href: url, pathname, search } = new URL(target, location.origin)
  const call = { method, url, body }
  const question = `${method} ${target} ${body ?? ''}`
  const view = createView(container)
  /** Wallets that announce themselves late are shown in this step only. */
  let isOffering = false
  /** The caller wants another answer than the one that was bought. */
  let isAgain = false

  async function ask(): Promise<void> {
    isOffering = false
    view.say('Asking for the price…')
    try {
      const terms = await showQuote()
      if (terms) offer(terms)
    } catch (error) {
      fail(error)
    }
  }

  /** Returns the terms; `null` if the answer cost nothing and is shown. @throws WalletError for terms that this page does not state */
  async function showQuote(): Promise<Terms | null> {
    try {
      present(await send(call, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }), null)
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
      view.show(
        '<p>This browser has no wallet. Install a wallet extension that holds USDC, such as MetaMask, Rabby or Coinbase Wallet, then look again. This page needs no account and no key.</p>',
        [['Look again', () => offer(terms)]],
      )
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
    const account = await view.wait(
      `Waiting for ${wallet.name}: allow it to show your address.`,
      connect(wallet),
    )
    const terms = await showQuote()
    if (terms === null) return
    await view.wait(
      `Waiting for ${wallet.name}: choose ${page.networkName}.`,
      useNetwork(wallet, page),
    )
    const balance = await view.wait('Looking at the balance…', readBalance(wallet, account, page))
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
      const made = readPayment(question) ?? (isAgain ? null : await paymentOfOtherTab(question))
      await pay(made ?? (await sign(view, page, prepared)))
    })
  }

  async function pay(payment: StoredPayment): Promise<void> {
    storePayment(question, payment)
    for (let repetition = 0; ; repetition += 1) {
      view.say('Paying, and waiting for the answer…')
      view.show(
        '<p>You can reload this page: it repeats this payment, and you are charged once.</p>',
      )
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const sent = send(call, { payment: payment.payment, signal })
      const error = await sent.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) return present(await sent, payment)
      if (!isOpen(error)) {
        forgetPayment(question)
        return fail(error)
      }
      const { retryAfterSeconds = null } = error instanceof ProblemError ? error : {}
      if (retryAfterSeconds === null || repetition === REPETITIONS) return unknown(error, payment)
      view.say('The service is not sure yet. The same payment is sent again in a moment…')
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000))
    }
  }

  function unknown(error: unknown, payment: StoredPayment): void {
    const why =
      error instanceof ProblemError
        ? error.problem.detail
        : navigator.onLine
          ? 'The service did not answer.'
          : 'You are offline.'
    view.say(`${why} It is not known whether the payment was taken.`, 'bad')
    view.show(
      '<p>This tab keeps the payment. Repeat it: the same payment is never charged twice, and you get the answer if it was taken. Do not sign another one.</p>',
      [['Repeat the same payment', () => void pay(payment)]],
    )
  }

  function present(called: Called<unknown>, payment: StoredPayment | null): void {
    if (payment && called.receipt === null) forgetPayment(question)
    const again = () => {
      forgetPayment(question)
      isAgain = true
      void ask()
    }
    showAnswer(view, called, { operationId, page, payment, body, again })
  }

  /** Nothing was charged: says why, and offers the next step. */
  function fail(error: unknown): void {
    if (error instanceof Cancelled) return void ask()
    const text = describeFailure(error)
    view.say(text, 'bad')
    const problem = error instanceof ProblemError ? error.problem : null
    if (problem) container.dispatchEvent(new CustomEvent('problem', { detail: problem }))
    view.show(problem ? problemHtml(problem) : '', [['Try again', () => void ask()]])
  }

  const stored = readPayment(question)
  void (stored ? pay(stored) : ask())
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

/** @throws WalletError */
async function sign(
  view: View,
  page: PageTerms,
  { wallet, account, terms }: Prepared,
): Promise<StoredPayment> {
  const { name, provider } = wallet
  const { payment, validBeforeMs } = await view.wait(
    `Waiting for ${name}: sign there.`,
    stillAgrees(wallet, account, page)
      .then(() => signPayment(terms, walletSigner(provider, account)))
      .catch((error: unknown) => {
        throw toWalletError(error, name)
      }),
  )
  if (validBeforeMs - Date.now() < ARRIVES_WITHIN_MS)
    throw new WalletError(
      'The offer expired before your wallet signed. The signature was not sent. Try again and sign within half a minute.',
    )
  return { payment, price: formatPrice(terms) }
}
