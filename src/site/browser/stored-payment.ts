/// <reference lib="dom" />
/**
 * Signed payments of this tab, so that a reload repeats the same one. Other tabs of this service may
 * ask for it, so that two tabs never pay for one answer.
 */

export interface StoredPayment {
  /** The PAYMENT-SIGNATURE header. */
  payment: string
  /** In USDC. */
  price: string
}

const PREFIX = 'ukintel-payment '
const OTHER_TABS_MS = 250
/** For browsers that refuse to store anything. */
const inMemory = new Map<string, string>()

export function readPayment(question: string): StoredPayment | null {
  const text = tryStorage((storage) => storage.getItem(PREFIX + question)) ?? inMemory.get(question)
  return text ? (JSON.parse(text) as StoredPayment) : null
}

export function storePayment(question: string, payment: StoredPayment): void {
  const text = JSON.stringify(payment)
  inMemory.set(question, text)
  tryStorage((storage) => storage.setItem(PREFIX + question, text))
}

export function forgetPayment(question: string): void {
  inMemory.delete(question)
  tryStorage((storage) => storage.removeItem(PREFIX + question))
}

function tryStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

type Message = { request: string } | { question: string; payment: StoredPayment }

const tabs = new BroadcastChannel('ukintel-payments')
tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (!('request' in data)) return
  const payment = readPayment(data.request)
  if (payment) tabs.postMessage({ question: data.request, payment } satisfies Message)
})

/** Returns the payment that another tab made for the question. */
export function paymentOfOtherTab(question: string): Promise<StoredPayment | null> {
  const { promise, resolve } = Promise.withResolvers<StoredPayment | null>()
  const listen = ({ data }: MessageEvent<Message>) => {
    if ('question' in data && data.question === question) resolve(data.payment)
  }
  tabs.addEventListener('message', listen)
  tabs.postMessage({ request: question } satisfies Message)
  setTimeout(() => resolve(null), OTHER_TABS_MS)
  return promise.finally(() => tabs.removeEventListener('message', listen))
}

/** Runs the work in one tab at a time. `onWait` is called if another tab is at it. */
export async function aloneAmongTabs(
  question: string,
  onWait: () => void,
  work: () => Promise<void>,
): Promise<void> {
  const { locks } = navigator as Partial<Navigator>
  // Without TLS, browsers have no locks.
  if (!locks) return await work()
  const name = PREFIX + question
  const hasRun = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
  if (hasRun) return
  onWait()
  await locks.request(name, work)
}
