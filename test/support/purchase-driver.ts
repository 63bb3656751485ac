/** Drives a purchase of the page without a browser: what a user reads, clicks and opens again. */
import { createPayments, type JournalEntry } from '../../packages/client/src/payments.ts'
import type { PageTerms } from '../../src/site/browser/page-terms.ts'
import { type PurchaseRequest, startPurchase } from '../../src/site/browser/purchase.ts'
import type { Action, View } from '../../src/site/browser/view.ts'
import { createFindWallets } from '../../src/site/browser/wallets.ts'
import { askWallet, type PageWallet } from '../pages/page-wallet.ts'
import { eventually } from './world.ts'

/** How the wallet is met: announced, as `window.ethereum`, or announced by `announce` only. */
type Manner = 'announced' | 'lone' | 'late'

export interface OpenedPurchase {
  /** Pauses before a repetition, in milliseconds. */
  readonly pauses: number[]
  /** Lists the problems that the service returned for malformed questions. */
  readonly problems: unknown[]
  announce(): void
  /** Returns the HTML below the last sentence. */
  html(): string
  labels(): string[]
  /** Waits until the page says something that contains the text. */
  says(text: string | RegExp): Promise<void>
  click(name: string | RegExp): Promise<void>
  /** Opens the page again, or another one, with what the browser keeps. */
  open(request: PurchaseRequest, page?: PageTerms): void
}

export function openPurchase(
  request: PurchaseRequest,
  {
    wallet,
    page: first,
    origin,
    manner = 'announced',
  }: {
    wallet: PageWallet
    page: PageTerms
    origin: string
    manner?: Manner | undefined
  },
): OpenedPurchase {
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: unknown[] }) =>
      askWallet(wallet, method, params),
  }
  const kept: JournalEntry[] = []
  const log = { read: () => kept, append: (entry: JournalEntry) => void kept.push(entry) }
  const [pauses, problems] = [[] as number[], [] as unknown[]]
  let place: EventTarget
  let said = ''
  let shown: { html: string; actions: readonly Action[] }
  const announce = () => {
    const detail = { info: { name: 'Test wallet' }, provider }
    place.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const open = (opened: PurchaseRequest, page = first) => {
    place = Object.assign(new EventTarget(), manner === 'lone' ? { ethereum: provider } : {})
    if (manner === 'announced') place.addEventListener('eip6963:requestProvider', announce)
    said = ''
    shown = { html: '', actions: [] }
    const view: View = {
      enter() {},
      say(text) {
        said = text
      },
      show(html, actions = []) {
        shown = { html, actions }
      },
    }
    startPurchase(opened, {
      page,
      view,
      payments: createPayments({ log }),
      origin,
      findWallets: createFindWallets(place),
      sleep: async (ms) => void pauses.push(ms),
      onProblem: (problem) => problems.push(problem),
    })
  }
  const actionOf = (name: string | RegExp) =>
    shown.actions.find(([label]) => (typeof name === 'string' ? label === name : name.test(label)))
  open(request)
  return {
    pauses,
    problems,
    announce,
    html: () => shown.html,
    labels: () => shown.actions.map(([label]) => label),
    says: (text) =>
      eventually(() => (typeof text === 'string' ? said.includes(text) : text.test(said))),
    async click(name) {
      await eventually(() => actionOf(name) !== undefined)
      actionOf(name)![1]()
    },
    open,
  }
}

/** From the offer to the signature. */
export async function buyFrom({
  click,
  says,
}: Pick<OpenedPurchase, 'click' | 'says'>): Promise<void> {
  await click(/^Pay/)
  await says('Compare this')
  await click('Sign and buy')
}
