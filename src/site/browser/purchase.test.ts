/**
 * Purchases of the page, step by step, without a browser: the steps and the wallet are real, and so
 * is the service, which settles in memory. `test/pages/buy-in-browser.test.ts` has what only a
 * browser shows.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaymentTerms } from '../../../packages/client/src/generated/operations.ts'
import { sandboxWallet } from '../../../sandbox/wallets.ts'
import { createPageWallet, type PageWallet, walletFault } from '../../../test/pages/page-wallet.ts'
import {
  buyFrom,
  type OpenedPurchase,
  openPurchase,
} from '../../../test/support/purchase-driver.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { eventually } from '../../../test/support/world.ts'
import type { PageTerms } from './page-terms.ts'

const ITEM = '/v1/shop/items/tea'
const PRICE = 100_000n
const FUNDS = 5_000_000n
const UNKNOWN = 'Your payment may have been charged.'

let service: Service
let terms: PaymentTerms
let page: PageTerms
/** Answers requests of the page in place of the service. */
let route: ((request: { isPaid: boolean; send(): Promise<Response> }) => Promise<Response>) | null

beforeAll(async () => {
  service = await startService({ environment: { RATE_LIMITS: 'address:6000,unpaid_address:6000' } })
  terms = (await service.ask(ITEM)).json as unknown as PaymentTerms
  const [offer] = terms.accepts
  page = {
    publicUrl: terms.resource.url.slice(0, -ITEM.length),
    network: offer!.network,
    networkName: 'Base Sepolia',
    test: true,
    asset: offer!.asset,
    assetName: 'USDC',
    payTo: offer!.payTo,
    prices: { shop_item: { amount: offer!.amount, most: 1 } },
    drawing: { rules: [], offered: [] },
  }
})
afterAll(() => service.stop())
beforeEach(() => {
  route = null
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isPaid = new Headers(init?.headers).has('payment-signature')
    const send = () => fetch(input, init)
    return route ? await route({ isPaid, send }) : await send()
  })
  // Node warns that it has none.
  vi.stubGlobal('localStorage', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Visit extends OpenedPurchase {
  wallet: PageWallet
  reload(target?: string): void
  paid(): bigint
}

interface VisitOptions {
  target?: string
  atomic?: bigint
  answers?: PageWallet['answers']
  manner?: 'lone' | 'late'
}

function visit(options: VisitOptions = {}): Visit {
  const { target = ITEM, atomic = FUNDS, answers, manner } = options
  const wallet = createPageWallet((address) => service.ledger.balance(address))
  if (atomic > 0n) service.ledger.mint(wallet.wallet.address, atomic)
  Object.assign(wallet.answers, answers)
  const request = { method: 'GET', target, body: null, operationId: 'shop_item' }
  const origin = service.url
  const opened = openPurchase(request, { wallet, page, origin, manner })
  return {
    ...opened,
    wallet,
    reload: (other = target) => opened.open({ ...request, target: other }),
    paid: () => atomic - service.ledger.balance(wallet.wallet.address),
  }
}

/** Makes the wallet wait for the returned function before it signs. */
function holdSignature({ answers }: PageWallet): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { eth_signTypedData_v4: sign } = answers
  answers.eth_signTypedData_v4 = (...params) => promise.then(() => sign!(...params))
  return resolve
}

/** Lets the wallet sign other data than it is given. */
const altered =
  (change: (data: { domain: object; message: object }) => void) =>
  ({ wallet }: PageWallet) =>
  (_: unknown, text: string) => {
    const data = JSON.parse(text)
    change(data)
    return wallet.account.signTypedData(data)
  }

describe('a purchase', () => {
  it('says what will be signed before it is, and signs exactly the terms', async () => {
    const opened = visit()
    await opened.click('Pay 0.10 USDC with Test wallet')
    await opened.says('Compare this with what Test wallet shows, then sign.')
    const [offer] = terms.accepts
    for (const part of [
      '0.10 USDC, exactly',
      offer!.payTo,
      opened.wallet.wallet.address,
      'Base Sepolia',
      ITEM,
      '300 seconds',
    ])
      expect(opened.html()).toContain(part)
    expect(opened.wallet.signatures()).toBe(0)
    await opened.click('Sign and buy')
    await opened.says('Here is the answer. You paid 0.10 USDC.')
    const [account, data] = opened.wallet.calls.at(-1)!.params as [string, string]
    const { message, domain, primaryType } = JSON.parse(data)
    expect(account).toBe(opened.wallet.wallet.address)
    expect(primaryType).toBe('TransferWithAuthorization')
    expect(domain).toEqual({
      name: 'USDC',
      version: '2',
      chainId: 84_532,
      verifyingContract: offer!.asset,
    })
    expect(message).toMatchObject({
      from: account,
      to: offer!.payTo,
      value: offer!.amount,
      validAfter: '0',
    })
    expect(Number(message.validBefore) - Date.now() / 1000).toBeLessThan(301)
    expect(opened.paid()).toBe(PRICE)
  })

  it('finds a wallet that announces itself late', async () => {
    vi.stubGlobal('location', new URL(`${service.url}${ITEM}`))
    const opened = visit({ manner: 'late' })
    await opened.says('0.10 USDC on Base Sepolia')
    expect(opened.html()).toContain('This browser has no wallet.')
    opened.announce()
    await buyFrom(opened)
    await opened.says('Here is the answer. You paid')
  })

  it('finds a lone window.ethereum', async () => {
    const opened = visit({ manner: 'lone' })
    await opened.click('Pay 0.10 USDC with your browser’s wallet')
    await opened.click('Sign and buy')
    await opened.says('Here is the answer. You paid')
  })

  it.each([
    ['knows', ['wallet_switchEthereumChain']],
    ['has to add', ['wallet_switchEthereumChain', 'wallet_addEthereumChain']],
  ] as const)('moves the wallet to the network, which it %s', async (_, methods) => {
    const opened = visit()
    let chainId = '0x1'
    const moves = (wanted: { chainId: string }) => {
      chainId = wanted.chainId
      return null
    }
    Object.assign(opened.wallet.answers, {
      eth_chainId: () => chainId,
      wallet_switchEthereumChain: (wanted: { chainId: string }) => {
        if (methods.length > 1) throw walletFault(4902)
        return moves(wanted)
      },
      wallet_addEthereumChain: (added: { chainId: string; rpcUrls: string[] }) => {
        expect(added).toMatchObject({
          chainId: '0x14a34',
          chainName: 'Base Sepolia',
          rpcUrls: ['https://sepolia.base.org'],
        })
        return moves(added)
      },
    })
    await buyFrom(opened)
    await opened.says('Here is the answer. You paid')
    const called = opened.wallet.calls.map(({ method }) => method)
    expect(called.filter((method) => method.startsWith('wallet_'))).toEqual(methods)
  })
})

describe('a purchase says in words, without a charge, and can go on:', () => {
  const refuse = (code: number) => () => {
    throw walletFault(code)
  }
  const decline = refuse(4001)

  it.each<[string, PageWallet['answers'], RegExp]>([
    [
      'a locked wallet',
      { eth_requestAccounts: () => [] },
      /is locked or shares no account. Unlock it/,
    ],
    [
      'a wallet that waits already',
      { eth_requestAccounts: refuse(-32002) },
      /already waits for you. Open its window/,
    ],
    [
      'a declined connection',
      { eth_requestAccounts: decline },
      /You declined in Test wallet. Nothing was signed/,
    ],
    [
      'a declined change of network',
      { eth_chainId: () => '0x1', wallet_switchEthereumChain: decline },
      /You declined the change of network.*sold on Base Sepolia only/,
    ],
    [
      'a network that the wallet cannot add',
      {
        eth_chainId: () => '0x1',
        wallet_switchEthereumChain: refuse(4902),
        wallet_addEthereumChain: refuse(-32602),
      },
      /cannot use Base Sepolia/,
    ],
    [
      'a wallet that only claims to have changed its network',
      { eth_chainId: () => '0x1', wallet_switchEthereumChain: () => null },
      /is on another network/,
    ],
  ])('%s', async (_, answers, sentence) => {
    const opened = visit({ answers })
    await opened.click(/^Pay/)
    await opened.says(sentence)
    expect(opened.wallet.signatures()).toBe(0)
    await opened.click('Try again')
    await opened.says('0.10 USDC on Base Sepolia')
    expect(opened.paid()).toBe(0n)
  })

  it('too little USDC', async () => {
    const opened = visit({ atomic: 50_000n })
    await opened.click(/^Pay/)
    await opened.says(
      /holds 0.05 USDC on Base Sepolia, and this answer costs 0.10. Nothing was signed. Send USDC/,
    )
    expect(opened.wallet.signatures()).toBe(0)
    const { address } = opened.wallet.wallet
    service.ledger.mint(address, 50_000n)
    await opened.click('Try again')
    await buyFrom(opened)
    await opened.says('You paid 0.10 USDC')
    expect(service.ledger.balance(address)).toBe(0n)
  })

  it('too little USDC that the wallet hides: the service refuses', async () => {
    const opened = visit({ atomic: 50_000n, answers: { eth_call: decline } })
    await buyFrom(opened)
    await opened.says(/holds too little USDC on this network.*Nothing was charged/)
    expect(opened.paid()).toBe(0n)
  })

  it('a signature that the user declines', async () => {
    const opened = visit({ answers: { eth_signTypedData_v4: decline } })
    await buyFrom(opened)
    await opened.says('You declined in Test wallet. Nothing was signed.')
    expect(opened.paid()).toBe(0n)
  })

  it('an offer that expired before the click, and buys at the offer of now', async () => {
    const opened = visit()
    await opened.click(/^Pay/)
    await opened.says('Compare this')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    await opened.click('Sign and buy')
    await opened.says('The offer had expired')
    expect(opened.wallet.signatures()).toBe(0)
    await opened.click('Sign and buy')
    await opened.says('Here is the answer. You paid')
    expect(opened.paid()).toBe(PRICE)
  })

  it('an offer that expired while the wallet waited: the signature is not sent', async () => {
    const opened = visit()
    const sign = holdSignature(opened.wallet)
    let sent = 0
    route = async ({ isPaid, send }) => {
      sent += Number(isPaid)
      return await send()
    }
    await buyFrom(opened)
    await eventually(() => opened.wallet.signatures() === 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 285_000 })
    sign()
    await opened.says('The offer expired before your wallet signed. The signature was not sent.')
    expect([sent, opened.paid()]).toEqual([0, 0n])
  })

  /** Lets unpaid JSON through, changed. */
  const changeTerms = (change: (terms: never) => void) => {
    route = async ({ isPaid, send }) => {
      const response = await send()
      if (isPaid) return response
      const json = await response.json()
      change(json as never)
      return Response.json(json, { status: response.status })
    }
  }

  it.each<[string, Record<string, unknown>]>([
    ['amount', { amount: '200000' }],
    ['recipient', { payTo: sandboxWallet('thief').address }],
    ['token', { asset: sandboxWallet('token').address }],
    ['network', { network: 'eip155:8453' }],
    ['address', { url: 'https://shop.test/v1/shop/items/salt' }],
  ])('other terms than the page states: %s', async (name, change) => {
    const opened = visit()
    await opened.says('0.10 USDC on Base Sepolia')
    changeTerms(({ accepts, resource }: { accepts: object[]; resource: object }) =>
      Object.assign(name === 'address' ? resource : accepts[0]!, change),
    )
    await opened.click(/^Pay/)
    await opened.says(
      `other terms than this page states (${name}). Nothing was signed. Reload the page`,
    )
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([0, 0n])
  })

  it('an answer that cannot be delivered now', async () => {
    const detail = 'Cannot be delivered now: the index is empty.'
    const availability = { deliverable: false, code: 'INDEX_EMPTY', detail }
    changeTerms(({ extensions }: { extensions: object }) =>
      Object.assign(extensions, { availability }),
    )
    const opened = visit()
    await opened.says(`${detail} Nothing was charged.`)
    expect(opened.labels()).toEqual(['Try again'])
  })

  it('a 404 after the payment', async () => {
    const opened = visit({ target: '/v1/shop/items/unknown' })
    await buyFrom(opened)
    await opened.says('There is no such item. Nothing was charged.')
    expect(opened.problems).toMatchObject([{ code: 'SUBJECT_NOT_FOUND', charged: false }])
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, 0n])
    opened.reload()
    await opened.says('0.10 USDC on Base Sepolia')
  })

  it('a service that cannot be reached before the payment', async () => {
    const opened = visit()
    await opened.says('0.10 USDC on Base Sepolia')
    vi.stubGlobal('navigator', { onLine: false })
    route = () => Promise.reject(new TypeError('Failed to fetch'))
    await opened.click(/^Pay/)
    await opened.says('You are offline. Nothing was charged. Try again when you are connected.')
    vi.unstubAllGlobals()
    await opened.click('Try again')
    await opened.says('The service cannot be reached. Nothing was charged. Try again.')
    route = null
    await opened.click('Try again')
    await buyFrom(opened)
    await opened.says('You paid 0.10 USDC')
  })
})

describe('a purchase is paid once and signed once', () => {
  const failure = (status: number, retryAfter = '0') =>
    new Response('<h1>No</h1>', { status, headers: { 'retry-after': retryAfter } })

  it('when the connection is lost after the payment', async () => {
    const opened = visit()
    let lost = 0
    route = async ({ isPaid, send }) => {
      if (!isPaid || lost === 4) return await send()
      lost += 1
      if (lost === 1) await send()
      throw new TypeError('Failed to fetch')
    }
    await buyFrom(opened)
    await opened.says(`The service did not answer. ${UNKNOWN}`)
    expect([opened.paid(), opened.pauses]).toEqual([PRICE, [1000, 1000, 1000]])
    expect(opened.html()).toContain('The payment cannot be taken after')
    await opened.click('Repeat the same payment')
    await opened.says('Here is the answer that you paid for before. Nothing more was charged.')
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, PRICE])
  })

  it('when every status from 400 to 504 of a proxy follows an unknown settlement', async () => {
    const opened = visit()
    const left = Array.from({ length: 105 }, (_, index) => 400 + index)
    let sent = 0
    route = async ({ isPaid, send }) => {
      if (!isPaid) return await send()
      if (sent++ === 0) await send()
      const status = left.shift()
      return status === undefined ? await send() : failure(status)
    }
    await buyFrom(opened)
    // Four attempts a click: the last one meets one status more, and then the service.
    for (let clicks = 0; clicks < 26; clicks += 1) {
      await opened.says(UNKNOWN)
      await opened.click('Repeat the same payment')
    }
    await opened.says('Here is the answer that you paid for before.')
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, PRICE])
  })

  it('when its page is opened again before the outcome is known', async () => {
    const opened = visit()
    let sent = 0
    route = async ({ isPaid, send }) => {
      if (!isPaid) return await send()
      if (sent++ === 0) await send()
      return failure(403)
    }
    await buyFrom(opened)
    await opened.says(UNKNOWN)
    route = null
    opened.reload()
    await opened.says('Here is the answer that you paid for before. Nothing more was charged.')
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, PRICE])
  })

  it('when a call that cost nothing is followed by another at the same price', async () => {
    const opened = visit({ target: '/v1/shop/items/unknown' })
    await buyFrom(opened)
    await opened.says('Nothing was charged.')
    opened.reload(ITEM)
    await buyFrom(opened)
    await opened.says('Here is the answer. You paid 0.10 USDC.')
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, PRICE])
  })

  it('when the settlement is unknown: the page repeats by itself', async () => {
    const opened = visit()
    const problem = {
      type: 'about:blank',
      title: 'Unknown',
      status: 503,
      code: 'SETTLEMENT_UNKNOWN',
      detail: 'The facilitator did not say.',
      charged: null,
    }
    let times = 0
    route = async ({ isPaid, send }) => {
      if (!isPaid || times++ >= 2) return await send()
      await send()
      const headers = { 'retry-after': '1', 'content-type': 'application/problem+json' }
      return new Response(JSON.stringify(problem), { status: 503, headers })
    }
    await buyFrom(opened)
    await opened.says('Here is the answer that you paid for before.')
    expect([times, opened.wallet.signatures(), opened.paid()]).toEqual([3, 1, PRICE])
    expect(opened.pauses).toEqual([1000, 1000])
  })
})

describe('a purchase detects a wallet that', () => {
  it.each<[string, (wallet: PageWallet) => (...params: never[]) => unknown]>([
    ['signs for another network', altered(({ domain }) => Object.assign(domain, { chainId: 1 }))],
    [
      'signs another amount',
      altered(({ message }) => Object.assign(message, { value: '5000000' })),
    ],
    [
      'signs another recipient',
      altered(({ message }) => Object.assign(message, { to: sandboxWallet('thief').address })),
    ],
    [
      'signs by another account',
      () => (_: unknown, text: string) =>
        sandboxWallet('other').account.signTypedData(JSON.parse(text)),
    ],
    [
      'alters its signature',
      ({ wallet }) =>
        async (_: unknown, text: string) => {
          const signature = await wallet.account.signTypedData(JSON.parse(text))
          return signature.replace(/^0x./, (start) => (start === '0x1' ? '0x2' : '0x1'))
        },
    ],
  ])('%s', async (_, lie) => {
    const opened = visit()
    opened.wallet.answers.eth_signTypedData_v4 = lie(opened.wallet)
    await buyFrom(opened)
    await opened.says(/Your wallet signed something else.*Nothing was charged/)
    expect([opened.wallet.signatures(), opened.paid()]).toEqual([1, 0n])
  })

  it('returns no signature', async () => {
    const opened = visit({ answers: { eth_signTypedData_v4: () => '0xdead' } })
    await buyFrom(opened)
    await opened.says('the wallet returned what is no signature')
    expect(opened.paid()).toBe(0n)
  })

  it.each([
    ['account', { eth_accounts: () => [sandboxWallet('other').address] }],
    ['network', { eth_chainId: () => '0x1' }],
  ])('changes its %s before it signs', async (name, answers) => {
    const opened = visit()
    await opened.click(/^Pay/)
    await opened.says('Compare this')
    Object.assign(opened.wallet.answers, answers)
    await opened.click('Sign and buy')
    await opened.says(`Test wallet changed its ${name}. Choose the wallet again.`)
    expect(opened.wallet.signatures()).toBe(0)
  })

  it('never answers: it is pointed at, can be left, and what it signs later is not sent', async () => {
    const opened = visit()
    const sign = holdSignature(opened.wallet)
    await opened.click(/^Pay/)
    await opened.says('Compare this')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await opened.click('Sign and buy')
    await vi.waitFor(() => expect(opened.wallet.signatures()).toBe(1))
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    await opened.says('Your wallet has not answered yet: open its window, or cancel.')
    await opened.click('Cancel')
    await opened.says('0.10 USDC on Base Sepolia')
    sign()
    opened.reload()
    await opened.says('0.10 USDC on Base Sepolia')
    expect(opened.paid()).toBe(0n)
  })
})
