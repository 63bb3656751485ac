/**
 * Purchases by a wallet in a real browser, in the sandbox, settled on the local chain. Charges are
 * read from balances. Skipped with one line where there is no browser or no chain program.
 * `SCREENSHOTS=1` leaves pictures in `test/pages/screenshots`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, BrowserContext, Download, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it as plain } from 'vitest'
import { fromSavedText, verify } from '../../packages/client/src/verify.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import type { World } from '../../sandbox/world.ts'
import type { App } from '../../src/app/compose.ts'
import { moduleUrl } from '../../src/site/modules.ts'
import { holdRecord } from '../../src/store/changes.ts'
import { openStore } from '../../src/store/open.ts'
import { toSearchedTender } from '../../src/tenders/model/changes.ts'
import { browserProgram, sharedBrowser } from '../support/browser.ts'
import { type FilledWorld, startFilledWorld } from '../support/filled-world.ts'
import { eventually, withoutChain } from '../support/world.ts'
import { sampleNotice } from '../tenders/samples.ts'
import { type Judged, LOOKS, problemsIn } from './looks.ts'
import {
  install,
  type Manner,
  mint,
  type PageWallet,
  pageWallet,
  walletFault,
} from './page-wallet.ts'

const program = browserProgram()
const VERDICT = '/v1/company/99000020/verdict'
const PRICE = 100_000n
const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
let filled: FilledWorld
let world: World
let app: App
let browser: Browser

interface Visit {
  page: Page
  wallet: PageWallet
  /** Page errors, and requests to other origins. */
  faults: string[]
  /** Waits until the page announces something that contains the text. */
  says(text: string | RegExp): Promise<void>
  click(name: string | RegExp): Promise<void>
  /**
   * Opens the page again, unchanged, with the wallet of before that answers as it should but for
   * these.
   */
  restart(answers?: PageWallet['answers']): Promise<void>
  /** Amount that the wallet has paid so far, atomic. */
  paid(): Promise<bigint>
  tab(): Promise<Visit>
}

const FUNDS = 5_000_000n

interface VisitOptions {
  path?: string
  manner?: Manner
  atomic?: bigint
  answers?: PageWallet['answers']
}

/** A test with separate contexts, which end with it. Several run at the same time. */
const it = plain.extend<{
  newContext: () => Promise<BrowserContext>
  visit: (options?: VisitOptions) => Promise<Visit>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern.
  newContext: async ({}, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
  },
  visit: async ({ newContext }, use) => {
    await use(async (options) => visitIn(await newContext(), options))
  },
})

async function visitIn(context: BrowserContext, options: VisitOptions = {}): Promise<Visit> {
  const { path = VERDICT, manner = 'eip6963', atomic = FUNDS } = options
  const wallet = await pageWallet(world, atomic)
  const honest = { ...wallet.answers }
  Object.assign(wallet.answers, options.answers)
  await install(context, wallet, manner)
  const open = async (): Promise<Visit> => {
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text())
    })
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(app.url))
        faults.push(`foreign: ${request.url()}`)
    })
    await page.goto(`${app.url}${path}`)
    return {
      page,
      wallet,
      faults,
      says: (text) => page.locator('.purchase > [role=status]').filter({ hasText: text }).waitFor(),
      click: (name) => page.locator('.purchase').getByRole('button', { name }).click(),
      async restart(answers = {}) {
        for (const method of Object.keys(wallet.answers)) delete wallet.answers[method]
        Object.assign(wallet.answers, honest, answers)
        wallet.calls.length = 0
        await page.unrouteAll()
        await page.goto(`${app.url}${path}`)
      },
      paid: async () => atomic - (await world.money.balance(wallet.wallet.address)),
      tab: open,
    }
  }
  return open()
}

async function buy({ click, says }: Visit): Promise<void> {
  await click(/^Pay/)
  await says('Compare this')
  await click('Sign and buy')
}

/** Lets each unpaid JSON of the address through, changed. */
async function changeTerms(page: Page, change: (terms: never) => void): Promise<void> {
  await page.route(`**${VERDICT}`, async (route) => {
    if (isPage(route)) return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    change(json as never)
    await route.fulfill({ response, json })
  })
}

/** Records a change that the search finds, and returns the address that sells it. */
async function newChange(search: string): Promise<string> {
  const first = (await (await fetch(`${app.url}${search}`)).json()) as {
    result: { cursor: string }
  }
  const store = await openStore({ databaseUrl: null, dataDir: world.environment.DATA_DIR! })
  const after = JSON.stringify(
    toSearchedTender(sampleNotice({ key: 'lenses', title: 'Lighthouse lenses' })),
  )
  const detail = JSON.stringify({
    title: 'Lighthouse lenses',
    party: 'Council',
    url: 'https://example.org',
    fields: [],
  })
  await store.main
    .transaction()
    .execute(async (tx) =>
      (await holdRecord(tx, 'tenders')).append(
        [{ kind: 'new', id: 'lenses', detail, before: null, after }],
        Date.now(),
      ),
    )
  await store.close()
  return `${search}&cursor=${first.result.cursor}`
}

const textOf = async (download: Download) => await text(await download.createReadStream())
const isPage = (route: Route) => route.request().resourceType() === 'document'
const isPaid = (route: Route) => route.request().headers()['payment-signature'] !== undefined

// Tests share the processors with one another.
const PATIENCE = { timeout: 180_000 }

describe.skipIf(!program || withoutChain).concurrent('a purchase in a browser', PATIENCE, () => {
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    ;[filled, browser] = await Promise.all([startFilledWorld(), sharedBrowser()])
    ;({ world, app } = filled)
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await filled?.close()
  })

  it('takes two clicks with the wallet of the sandbox, and what it downloads verifies', async ({
    newContext,
  }) => {
    const context = await newContext()
    const page = await context.newPage()
    const before = await world.money.balance(world.buyer.address)
    await page.goto(`${app.url}${VERDICT}`)
    await page.getByRole('button', { name: 'Pay 0.10 USDC with Sandbox wallet' }).click()
    await page.getByRole('button', { name: 'Sign and buy' }).click()
    const status = page.locator('.purchase > [role=status]')
    await status.filter({ hasText: 'Here is the answer. You paid 0.10 USDC.' }).waitFor()
    await page.locator('.purchase .gauge').waitFor()
    expect(await world.money.balance(world.buyer.address)).toBe(before - PRICE)

    await page.getByRole('button', { name: 'Verify the receipt' }).click()
    await status.filter({ hasText: /^Verified/ }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the answer' }).click(),
    ])
    const saved = fromSavedText(await textOf(download))!
    expect(await verify(saved)).toMatchObject({
      outcome: 'match',
      receipt: { payer: world.buyer.address.toLowerCase() },
    })
    expect((await verify({ ...saved, body: saved.body.replace('"', ' "') })).outcome).toBe(
      'mismatch',
    )
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the receipt' }).click(),
    ])
    expect(JSON.parse(await textOf(receipt))).toMatchObject({ success: true })
  })

  it('sells an answer of every operation, for its price to the atomic unit', async ({ visit }) => {
    const asked = async (target: string) => {
      const { page } = opened
      await offer(opened, {
        operationId: target.includes('grants') ? 'grants_search' : 'tenders_search',
        method: 'GET',
        target,
        body: null,
      })
      await buy(opened)
      await opened.says('Here is the answer')
      return JSON.parse((await page.locator('.purchase pre').textContent())!).result
    }
    const opened = await visit()
    const offer = async (
      { page }: Visit,
      request: { operationId: string } & Record<string, unknown>,
    ) => {
      await page.goto(`${app.url}/docs/api/${request.operationId}`)
      await page.evaluate(
        `import(${JSON.stringify(moduleUrl('src/site/browser/purchase'))}).then(({ offerPurchase }) => {
          const container = document.createElement('div')
          document.querySelector('main').append(container)
          offerPurchase(container, ${JSON.stringify(request)})
        })`,
      )
    }
    const { notices } = await asked('/v1/tenders/search?region=england')
    const { grants } = await asked('/v1/grants/search?q=community&open_now=false')
    const [notice, grant] = [notices[0], grants[0]]
    const text = (description: string) => description.padEnd(10)
    const calls: readonly (readonly [id: string, target: string, body?: object])[] = [
      ['company_search', '/v1/company/search?q=limited'],
      ['company_profile', '/v1/company/99000020'],
      ['company_verdict', '/v1/company/99000020/verdict?detail=full'],
      ['company_fca', '/v1/company/99000020/fca'],
      ['company_accounts', '/v1/company/99000001/accounts'],
      ['company_screen', '/v1/company/screen', { numbers: ['99000020', '99000001'] }],
      ['tender_brief', `/v1/tenders/${notice.ocid}/brief`],
      ['tender_buyer', `/v1/tenders/${notice.ocid}/buyer`],
      ['contracts_search', '/v1/contracts/search?q=cleaning'],
      [
        'tenders_fit_score',
        '/v1/tenders/fit-score',
        { description: text(notice.title), regions: ['england'] },
      ],
      ['grant_eligibility', `/v1/grants/${grant.id}/eligibility?org_type=charity`],
      [
        'grant_eligibility_reading',
        `/v1/grants/${grant.id}/eligibility`,
        { readings: [{ code: 'OTHER', operator: 'is', value: true, quote: ' ' }] },
      ],
      ['grants_match', '/v1/grants/match', { description: text(grant.name), org_type: 'charity' }],
      ['funder_dossier', '/v1/funders/Brambledown%20Community%20Foundation'],
      ['changes', await newChange('/v1/changes?subject=tenders&q=lighthouse%20lenses')],
    ]
    const sold = app.operations
      .filter(({ kind }) => kind === 'paid')
      .map(({ operation }) => operation.id)
    expect([...calls.map(([id]) => id), 'tenders_search', 'grants_search'].sort()).toEqual(
      sold.sort(),
    )
    const left = [...calls]
    const sellTo = async (buyer: Visit) => {
      for (let call = left.shift(); call; call = left.shift()) {
        const [operationId, target, body] = call
        const before = await buyer.paid()
        await offer(buyer, {
          operationId,
          method: body ? 'POST' : 'GET',
          target,
          body: body ? JSON.stringify(body) : null,
        })
        await buy(buyer)
        await buyer.says('Here is the answer. You paid')
        const { cost } = JSON.parse((await buyer.page.locator('.purchase pre').textContent())!)
        expect([operationId, (await buyer.paid()) - before]).toEqual([
          operationId,
          BigInt(Math.round(Number(cost.amount) * 1_000_000)),
        ])
      }
      expect(buyer.faults).toEqual([])
    }
    await Promise.all([sellTo(opened), sellTo(await visit())])
  })

  it('says what will be signed before it is, and signs exactly the terms', async ({ visit }) => {
    const opened = await visit()
    const terms = (await (await fetch(`${app.url}${VERDICT}`)).json()) as {
      accepts: { payTo: string; amount: string; asset: string }[]
    }
    await opened.click('Pay 0.10 USDC with Test wallet')
    await opened.says('Compare this with what Test wallet shows, then sign.')
    const shown = await opened.page.locator('.purchase dl').innerText()
    expect(shown).toMatch(/(?<![\d.])0\.10 USDC/)
    for (const part of [
      terms.accepts[0]!.payTo,
      opened.wallet.wallet.address,
      'Base Sepolia',
      VERDICT,
      '300 seconds',
    ])
      expect(shown).toContain(part)
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
      verifyingContract: terms.accepts[0]!.asset,
    })
    expect(message).toMatchObject({
      from: account,
      to: terms.accepts[0]!.payTo,
      value: terms.accepts[0]!.amount,
      validAfter: '0',
    })
    expect(Number(message.validBefore) - Date.now() / 1000).toBeLessThan(301)
    expect(await opened.paid()).toBe(PRICE)
  })

  it('leads a phone into the browser of a wallet, and says what USDC is', async ({ visit }) => {
    const { page } = await visit({ manner: 'late' })
    const link = async (name: string) =>
      page.getByRole('link', { name: `Open in ${name}` }).getAttribute('href')
    const here = `${app.url}${VERDICT}`
    expect(await link('MetaMask')).toBe(`https://link.metamask.io/dapp/${here.slice(7)}`)
    expect(await link('Coinbase Wallet')).toBe(
      `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(here)}`,
    )
    expect(await link('Trust Wallet')).toBe(
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(here)}`,
    )
    const text = await page.locator('.purchase').innerText()
    expect(text).toContain('USDC is a digital dollar')
    expect(text).toContain('faucet.circle.com')
  })

  it('is one page whose heading, status and text follow it, with no example next to the answer', async ({
    visit,
  }) => {
    const opened = await visit()
    const { page } = opened
    const seen = () => page.locator('main').innerText()
    await opened.says('0.10 USDC on Base Sepolia')
    const before = await seen()
    expect(before).toMatch(/Your question\s+Company number\s+99000020\s/)
    expect(before).toContain('Not bought yet: nothing was charged')
    expect(before).toContain('An invented example')
    await buy(opened)
    await opened.says('Here is the answer. You paid')
    const after = await seen()
    expect(after).toContain('Your answer: UK company legitimacy verdict')
    expect(after).not.toMatch(/nothing was charged|An invented example|Your question/i)
    const { result } = JSON.parse((await page.locator('.purchase pre').textContent())!)
    expect(after).toMatch(new RegExp(`Company number\\s+99000020 ${result.name}`))
    // A bought name is known on the next page; a name that was not bought is not.
    await page.goto(`${app.url}/v1/company/99000020/accounts`)
    expect(await seen()).toContain(`99000020 ${result.name}`)
    await page.goto(`${app.url}/v1/company/99000001/accounts`)
    await opened.says('0.10 USDC on Base Sepolia')
    expect(await page.locator('[data-company]').innerText()).toBe('')
  })

  it('begins with a typed company: three clicks from the first screen to the answer', async ({
    visit,
  }) => {
    const opened = await visit({ path: '/' })
    const { page } = opened
    await page.getByLabel('Your question').fill('harbour')
    await page.getByRole('button', { name: 'See the price' }).click()
    await opened.says('0.005 USDC on Base Sepolia')
    await buy(opened)
    await opened.says('Here is the answer. You paid 0.005 USDC.')
    await page.locator('.purchase .results a', { hasText: 'Verdict' }).first().waitFor()
    await page.goto(app.url)
    await page.getByLabel('Your question').fill(' 9900 0020 ')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${VERDICT}`)
    expect(opened.faults).toEqual([])
  })

  it('shows its prices on the first screen of a phone', async ({ visit }) => {
    const { page } = await visit({ path: '/' })
    await page.setViewportSize({ width: 360, height: 740 })
    for (const price of await page.locator('.start .price').all()) {
      const { y, height } = (await price.boundingBox())!
      expect(y + height).toBeLessThan(740)
    }
    expect(await page.locator('.start .price').count()).toBe(3)
  })

  describe('finds', () => {
    it('a wallet that announces itself late, after it has said what to install', async ({
      visit,
    }) => {
      const opened = await visit({ manner: 'late' })
      await opened.says('0.10 USDC on Base Sepolia')
      await opened.page.getByText('This browser has no wallet.').waitFor()
      await opened.page.evaluate('announceLate()')
      await buy(opened)
      await opened.says('Here is the answer. You paid')
      expect(opened.faults).toEqual([])
    })

    it('a lone window.ethereum', async ({ visit }) => {
      const opened = await visit({ manner: 'lone' })
      await opened.click('Pay 0.10 USDC with your browser’s wallet')
      await opened.click('Sign and buy')
      await opened.says('Here is the answer. You paid')
    })
  })

  it.for([
    ['knows', ['wallet_switchEthereumChain']],
    ['has to add', ['wallet_switchEthereumChain', 'wallet_addEthereumChain']],
  ] as const)('moves the wallet to the network, which it %s', async ([_, methods], { visit }) => {
    const opened = await visit()
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
    await buy(opened)
    await opened.says('Here is the answer. You paid')
    const called = opened.wallet.calls.map(({ method }) => method)
    expect(called.filter((method) => method.startsWith('wallet_'))).toEqual(methods)
  })

  it('shows names and sentences of others as text', async ({ visit }) => {
    const opened = await visit({
      path: `/v1/funders/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
      manner: 'late',
    })
    await opened.says('USDC on Base Sepolia')
    await opened.page.evaluate(`dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: { info: { name: '<img src=x>', icon: 'javascript:alert(1)' }, provider: {
        async request() { throw new Error('<img src=x onerror=alert(1)>') } } } }))`)
    await opened.click(/with <img src=x>/)
    await opened.says('<img src=x> failed: <img src=x onerror=alert(1)>.')
    await opened.page.evaluate('announceLate()')
    await opened.click('Try again')
    await opened.click(/Test wallet/)
    await opened.click('Sign and buy')
    await opened.says('<img src=x onerror=alert(1)>')
    await opened.says('Nothing was charged.')
    expect(await opened.page.locator('.purchase img').count()).toBe(0)
    expect(opened.faults).toEqual([])
  })

  describe('says in words, without a charge, and can go on:', () => {
    const decline = () => {
      throw walletFault(4001)
    }
    const before: [string, PageWallet['answers'], RegExp][] = [
      [
        'a locked wallet',
        { eth_requestAccounts: () => [] },
        /is locked or shares no account. Unlock it/,
      ],
      [
        'a wallet that waits already',
        {
          eth_requestAccounts: () => {
            throw walletFault(-32002)
          },
        },
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
          wallet_switchEthereumChain: () => {
            throw walletFault(4902)
          },
          wallet_addEthereumChain: () => {
            throw walletFault(-32602)
          },
        },
        /cannot use Base Sepolia/,
      ],
      [
        'a wallet that only claims to have changed its network',
        { eth_chainId: () => '0x1', wallet_switchEthereumChain: () => null },
        /is on another network/,
      ],
    ]
    it('a wallet that does not connect', async ({ visit }) => {
      const opened = await visit()
      for (const [name, answers, sentence] of before) {
        await opened.restart(answers)
        await opened.click(/^Pay/)
        await opened.says(sentence)
        expect(opened.wallet.signatures(), name).toBe(0)
        await opened.click('Try again')
        await opened.says('0.10 USDC on Base Sepolia')
        expect(await opened.paid(), name).toBe(0n)
      }
    })

    it('too little USDC', async ({ visit }) => {
      const opened = await visit({ atomic: 50_000n })
      await opened.click(/^Pay/)
      await opened.says(
        /holds 0.05 USDC on Base Sepolia, and this answer costs 0.10. Nothing was signed. Send USDC/,
      )
      expect(opened.wallet.signatures()).toBe(0)
      await mint(world, opened.wallet.wallet, 50_000n)
      await opened.click('Try again')
      await buy(opened)
      await opened.says('You paid 0.10 USDC')
      expect(await world.money.balance(opened.wallet.wallet.address)).toBe(0n)
    })

    it('too little USDC that the wallet hides: the service refuses', async ({ visit }) => {
      const opened = await visit({ atomic: 50_000n, answers: { eth_call: decline } })
      await buy(opened)
      await opened.says(/holds too little USDC on this network.*Nothing was charged/)
      expect(await opened.paid()).toBe(0n)
    })

    it('a signature that the user declines', async ({ visit }) => {
      const opened = await visit({ answers: { eth_signTypedData_v4: decline } })
      await buy(opened)
      await opened.says('You declined in Test wallet. Nothing was signed.')
      expect(await opened.paid()).toBe(0n)
    })

    it('an offer that expired before the click, and buys at the offer of now', async ({
      visit,
    }) => {
      const opened = await visit()
      await opened.page.clock.install()
      await opened.click(/^Pay/)
      await opened.says('Compare this')
      await opened.page.clock.fastForward(301_000)
      await opened.click('Sign and buy')
      await opened.says('The offer had expired')
      expect(opened.wallet.signatures()).toBe(0)
      await opened.click('Sign and buy')
      await opened.says('Here is the answer. You paid')
      expect(await opened.paid()).toBe(PRICE)
    })

    it('an offer that expired while the wallet waited: the signature is not sent', async ({
      visit,
    }) => {
      const late = Promise.withResolvers<void>()
      const opened = await visit()
      const { eth_signTypedData_v4: sign } = opened.wallet.answers
      opened.wallet.answers.eth_signTypedData_v4 = (...params) =>
        late.promise.then(() => sign!(...params))
      const sent: string[] = []
      opened.page.on(
        'request',
        (request) => request.headers()['payment-signature'] && sent.push(request.url()),
      )
      await opened.page.clock.install()
      await buy(opened)
      await opened.says('sign there')
      await eventually(() => opened.wallet.signatures() === 1)
      await opened.page.clock.fastForward(285_000)
      late.resolve()
      await opened.says('The offer expired before your wallet signed. The signature was not sent.')
      expect([sent, await opened.paid()]).toEqual([[], 0n])
    })

    const others: [
      (terms: { accepts: Record<string, unknown>[]; resource: { url: string } }) => void,
      string,
    ][] = [
      [({ accepts }) => Object.assign(accepts[0]!, { amount: '200000' }), 'amount'],
      [
        ({ accepts }) => Object.assign(accepts[0]!, { payTo: sandboxWallet('thief').address }),
        'recipient',
      ],
      [
        ({ accepts }) => Object.assign(accepts[0]!, { asset: sandboxWallet('token').address }),
        'token',
      ],
      [({ accepts }) => Object.assign(accepts[0]!, { network: 'eip155:8453' }), 'network'],
      [
        ({ resource }) =>
          Object.assign(resource, { url: `${app.url}/v1/company/99000001/verdict` }),
        'address',
      ],
    ]
    it('other terms than the page states', async ({ visit }) => {
      const opened = await visit()
      for (const [change, name] of others) {
        await opened.restart()
        await opened.says('0.10 USDC on Base Sepolia')
        await changeTerms(opened.page, change)
        await opened.click(/^Pay/)
        await opened.says(
          `other terms than this page states (${name}). Nothing was signed. Reload the page`,
        )
        expect([name, opened.wallet.signatures(), await opened.paid()]).toEqual([name, 0, 0n])
      }
    })

    it('an answer that cannot be delivered now', async ({ visit }) => {
      const opened = await visit({ path: '/sample/company' })
      await changeTerms(opened.page, (terms: { extensions: object }) =>
        Object.assign(terms.extensions, {
          availability: {
            deliverable: false,
            code: 'INDEX_EMPTY',
            detail: 'Cannot be delivered now: the index is empty.',
          },
        }),
      )
      await opened.page.goto(`${app.url}${VERDICT}`)
      await opened.says('Cannot be delivered now: the index is empty. Nothing was charged.')
      expect(await opened.page.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
    })

    it('a 404 after the payment', async ({ visit }) => {
      const opened = await visit({ path: '/v1/company/00000404/verdict' })
      await buy(opened)
      await opened.says('Nothing was charged.')
      await opened.page.getByText('Find the number with GET /v1/company/search.').waitFor()
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([1, 0n])
      await opened.page.reload()
      await opened.says('0.10 USDC on Base Sepolia')
    })

    it('a service that cannot be reached before the payment', async ({ visit }) => {
      const opened = await visit()
      await opened.says('0.10 USDC on Base Sepolia')
      await opened.page.context().setOffline(true)
      await opened.click(/^Pay/)
      await opened.says('You are offline. Nothing was charged. Try again when you are connected.')
      await opened.page.context().setOffline(false)
      await opened.click('Try again')
      await buy(opened)
      await opened.says('You paid 0.10 USDC')
    })
  })

  describe('pays once and signs once', () => {
    const UNKNOWN = 'Your payment may have been charged.'

    it('when the connection is lost after the payment', async ({ visit }) => {
      const opened = await visit()
      let lost = 0
      await opened.page.route(`**${VERDICT}`, async (route) => {
        if (!isPaid(route) || lost === 4) return route.fallback()
        lost += 1
        if (lost === 1) await route.fetch()
        return route.abort('connectionreset')
      })
      await buy(opened)
      await opened.says(`The service did not answer. ${UNKNOWN}`)
      expect(await opened.paid()).toBe(PRICE)
      await opened.page.getByText('The payment cannot be taken after').waitFor()
      await opened.click('Repeat the same payment')
      await opened.says('Here is the answer that you paid for before. Nothing more was charged.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([1, PRICE])
    })

    it('when every status from 400 to 504 of a proxy follows an unknown settlement', async ({
      visit,
    }) => {
      const opened = await visit()
      const left = Array.from({ length: 105 }, (_, index) => 400 + index)
      let sent = 0
      await opened.page.route(`**${VERDICT}`, async (route) => {
        if (!isPaid(route)) return route.fallback()
        if (sent++ === 0) await route.fetch()
        const status = left.shift()
        if (status === undefined) return route.fallback()
        await route.fulfill({ status, headers: { 'retry-after': '0' }, body: '<h1>No</h1>' })
      })
      await buy(opened)
      // Four attempts a click: the last one meets one status more, and then the service.
      for (let clicks = 0; clicks < 26; clicks += 1) {
        await opened.says(UNKNOWN)
        await opened.click('Repeat the same payment')
      }
      await opened.says('Here is the answer that you paid for before.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([1, PRICE])
    })

    it('when its tab is closed before the outcome is known', async ({ visit }) => {
      const opened = await visit()
      let sent = 0
      await opened.page.route(`**${VERDICT}`, async (route) => {
        if (!isPaid(route)) return route.fallback()
        if (sent++ === 0) await route.fetch()
        await route.fulfill({ status: 403, headers: { 'retry-after': '0' }, body: 'No' })
      })
      await buy(opened)
      await opened.says(UNKNOWN)
      await opened.page.close()
      const second = await opened.tab()
      await second.says('Here is the answer that you paid for before. Nothing more was charged.')
      expect([second.wallet.signatures(), await second.paid()]).toEqual([1, PRICE])
    })

    it('when a call that cost nothing is followed by another at the same price', async ({
      visit,
    }) => {
      const opened = await visit({ path: '/v1/company/00000404/verdict' })
      await buy(opened)
      await opened.says('Nothing was charged.')
      await opened.page.goto(`${app.url}${VERDICT}`)
      await buy(opened)
      await opened.says('Here is the answer. You paid 0.10 USDC.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([1, PRICE])
    })

    it('when the settlement is unknown: the page repeats by itself', async ({ visit }) => {
      const opened = await visit()
      const problem = {
        type: 'about:blank',
        title: 'Unknown',
        status: 503,
        code: 'SETTLEMENT_UNKNOWN',
        detail: 'The facilitator did not say.',
        charged: null,
      }
      let times = 0
      await opened.page.route(`**${VERDICT}`, async (route) => {
        if (isPaid(route) && times++ < 2) {
          await route.fetch()
          return route.fulfill({
            status: 503,
            headers: { 'retry-after': '1' },
            contentType: 'application/problem+json',
            json: problem,
          })
        }
        return route.fallback()
      })
      await buy(opened)
      await opened.says('Here is the answer that you paid for before.')
      expect([times, opened.wallet.signatures(), await opened.paid()]).toEqual([3, 1, PRICE])
    })

    it('when the page is reloaded at each step', async ({ visit }) => {
      const opened = await visit()
      const again = async () => {
        await opened.page.reload()
        await opened.says('0.10 USDC on Base Sepolia')
      }
      await again()
      await opened.click(/^Pay/)
      await opened.says('Compare this')
      await again()
      // While the wallet waits: what it signs afterwards is lost.
      const { eth_signTypedData_v4: sign } = opened.wallet.answers
      const late = Promise.withResolvers<void>()
      opened.wallet.answers.eth_signTypedData_v4 = (...params) =>
        late.promise.then(() => sign!(...params))
      await buy(opened)
      await opened.says('sign there')
      await eventually(() => opened.wallet.signatures() === 1)
      await again()
      late.resolve()
      expect(await opened.paid()).toBe(0n)
      // While the answer is on its way.
      opened.wallet.answers.eth_signTypedData_v4 = sign!
      const arrived = Promise.withResolvers<void>()
      let times = 0
      await opened.page.route(`**${VERDICT}`, (route) => {
        if (!isPaid(route) || times++ > 0) return route.fallback()
        arrived.resolve()
      })
      await buy(opened)
      await arrived.promise
      await opened.page.reload()
      await opened.says('Here is the answer. You paid 0.10 USDC.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([2, PRICE])
      // With the answer.
      await opened.page.reload()
      await opened.says('Here is the answer that you paid for before. Nothing more was charged.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([2, PRICE])
      // Unless the user wants it.
      await opened.click('Buy again')
      await buy(opened)
      await opened.says('Here is the answer. You paid 0.10 USDC.')
      expect([opened.wallet.signatures(), await opened.paid()]).toEqual([3, 2n * PRICE])
    })

    it('in two tabs', async ({ visit }) => {
      const first = await visit()
      const second = await first.tab()
      const signing = Promise.withResolvers<void>()
      const { eth_signTypedData_v4: sign } = first.wallet.answers
      first.wallet.answers.eth_signTypedData_v4 = (...params) =>
        signing.promise.then(() => sign!(...params))
      await first.click(/^Pay/)
      await second.click(/^Pay/)
      await first.says('Compare this')
      await second.says('Compare this')
      await first.click('Sign and buy')
      await first.says('sign there')
      await second.click('Sign and buy')
      await second.says('Another tab is buying this answer. Waiting for it, to pay only once…')
      signing.resolve()
      await first.says('Here is the answer. You paid 0.10 USDC.')
      await second.says('Here is the answer that you paid for before. Nothing more was charged.')
      expect([first.wallet.signatures(), await first.paid()]).toEqual([1, PRICE])
    })
  })

  describe('detects a wallet that', () => {
    const altered =
      (
        change: (data: {
          domain: Record<string, unknown>
          message: Record<string, unknown>
        }) => void,
      ) =>
      (visited: Visit) =>
      (_: unknown, text: string) => {
        const data = JSON.parse(text)
        change(data)
        return visited.wallet.wallet.account.signTypedData(data)
      }
    const liars: [string, (visited: Visit) => (...params: never[]) => unknown][] = [
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
        (visited) => async (_: unknown, text: string) => {
          const signature = await visited.wallet.wallet.account.signTypedData(JSON.parse(text))
          return signature.replace(/^0x./, (start) => (start === '0x1' ? '0x2' : '0x1'))
        },
      ],
    ]
    it('signs something else', async ({ visit }) => {
      const opened = await visit()
      for (const [name, lie] of liars) {
        await opened.restart({ eth_signTypedData_v4: lie(opened) })
        await buy(opened)
        await opened.says(/Your wallet signed something else.*Nothing was charged/)
        expect([name, opened.wallet.signatures(), await opened.paid()]).toEqual([name, 1, 0n])
      }
    })

    it('returns no signature', async ({ visit }) => {
      const opened = await visit({ answers: { eth_signTypedData_v4: () => '0xdead' } })
      await buy(opened)
      await opened.says('the wallet returned what is no signature')
      expect(await opened.paid()).toBe(0n)
    })

    it.for([
      ['account', { eth_accounts: () => [sandboxWallet('other').address] }],
      ['network', { eth_chainId: () => '0x1' }],
    ])('changes its %s before it signs', async ([name, answers], { visit }) => {
      const opened = await visit()
      await opened.click(/^Pay/)
      await opened.says('Compare this')
      Object.assign(opened.wallet.answers, answers)
      await opened.click('Sign and buy')
      await opened.says(`Test wallet changed its ${name}. Choose the wallet again.`)
      expect(opened.wallet.signatures()).toBe(0)
    })

    it('never answers: it is pointed at, can be left, and what it signs later is not sent', async ({
      visit,
    }) => {
      const never = Promise.withResolvers<void>()
      const opened = await visit()
      const { eth_signTypedData_v4: sign } = opened.wallet.answers
      let signed: Promise<unknown> | undefined
      opened.wallet.answers.eth_signTypedData_v4 = (...params) => {
        signed = never.promise.then(() => sign!(...params))
        return signed
      }
      await opened.page.clock.install()
      await buy(opened)
      await opened.says('sign there')
      await eventually(() => opened.wallet.signatures() === 1)
      await opened.page.clock.fastForward(15_000)
      await opened.says('Your wallet has not answered yet: open its window, or cancel.')
      await opened.click('Cancel')
      await opened.says('0.10 USDC on Base Sepolia')
      never.resolve()
      await signed
      await opened.page.reload()
      await opened.says('0.10 USDC on Base Sepolia')
      expect(await opened.paid()).toBe(0n)
    })
  })

  it('is done with the keyboard alone, and the focus follows the steps', async ({ visit }) => {
    const opened = await visit()
    const { page } = opened
    await opened.says('0.10 USDC on Base Sepolia')
    const press = async (name: string | RegExp) => {
      await page.locator('.purchase').getByRole('button', { name }).waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(name)
      await page.keyboard.press('Enter')
    }
    await page.evaluate(
      'const heading = document.querySelector("#buy"); heading.tabIndex = -1; heading.focus()',
    )
    await press(/^Pay/)
    await opened.says('Compare this')
    await press('Sign and buy')
    await opened.says('Here is the answer. You paid')
    expect(
      await page.evaluate('document.querySelector(".purchase").contains(document.activeElement)'),
    ).toBe(true)
  })

  it('looks right in every state, narrow, wide, dark and light, and axe finds nothing', async ({
    visit,
  }) => {
    const opened = await visit()
    const { page, wallet } = opened
    const found: string[] = []
    const judged: Judged = new Set()
    const inspect = async (state: string) => {
      const problems = await problemsIn(page, {
        judged,
        async inLook(look) {
          if (!process.env.SCREENSHOTS) return
          const isWide = LOOKS[look].viewport.width > 900
          await page.evaluate(`document.querySelector('.side').toggleAttribute('open', ${isWide})`)
          const file = join(SCREENSHOTS, `purchase-${state}-${look}.png`)
          await page.locator('.purchase').screenshot({ path: file })
        },
      })
      found.push(...problems.map((each) => `${state} ${each}`))
    }
    await opened.says('0.10 USDC on Base Sepolia')
    await inspect('offer')
    await opened.click(/^Pay/)
    await opened.says('Compare this')
    await inspect('confirm')
    wallet.answers.eth_accounts = () => []
    await opened.click('Sign and buy')
    await opened.says('changed its account')
    await inspect('failed')
    wallet.answers.eth_accounts = wallet.answers.eth_requestAccounts!
    await opened.click('Try again')
    await opened.click(/^Pay/)
    const sign = wallet.answers.eth_signTypedData_v4!
    const signing = Promise.withResolvers<void>()
    wallet.answers.eth_signTypedData_v4 = (...params) => signing.promise.then(() => sign(...params))
    await opened.click('Sign and buy')
    await opened.says('sign there')
    await inspect('waiting')
    signing.resolve()
    await opened.says('Here is the answer')
    await inspect('answer')
    const without = await visit({ manner: 'late' })
    await without.page.getByText('This browser has no wallet').waitFor()
    found.push(...(await problemsIn(without.page, { judged })))
    expect(opened.faults).toEqual([])
    expect(found).toEqual([])
  })
})
