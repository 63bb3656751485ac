/**
 * Purchases by a wallet in a real browser, in the sandbox, settled on the local chain. Charges are
 * read from balances. `src/site/browser/purchase.test.ts` tests the steps and refusals without a
 * browser. Skipped with one line where there is no browser or no chain program. `SCREENSHOTS=1`
 * leaves pictures in `test/pages/screenshots`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { decode } from 'html-entities'
import type { Browser, BrowserContext, Download, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it as plain, vi } from 'vitest'
import { fromSavedText, verify } from '../../packages/client/src/verify.ts'
import type { World } from '../../sandbox/world.ts'
import type { App } from '../../src/app/compose.ts'
import { PAGE_TERMS_ID, type PageTerms } from '../../src/site/browser/page-terms.ts'
import { holdRecord } from '../../src/store/changes.ts'
import { openStore } from '../../src/store/open.ts'
import { toSearchedTender } from '../../src/tenders/model/changes.ts'
import { browserProgram, sharedBrowser } from '../support/browser.ts'
import { type FilledWorld, startFilledWorld } from '../support/filled-world.ts'
import { buyFrom, openPurchase } from '../support/purchase-driver.ts'
import { eventually, withoutChain } from '../support/world.ts'
import { sampleNotice } from '../tenders/samples.ts'
import { type Judged, LOOKS, type Look, problemsIn } from './looks.ts'
import { install, type Manner, type PageWallet, pageWallet } from './page-wallet.ts'

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
const isPaid = (route: Route) => route.request().headers()['payment-signature'] !== undefined

beforeAll(async () => {
  if (withoutChain) return
  filled = await startFilledWorld()
  ;({ world, app } = filled)
}, 180_000)
afterAll(() => filled?.close())

// Tests share the processors with one another.
const PATIENCE = { timeout: 180_000 }

describe.skipIf(!program || withoutChain).concurrent('a purchase in a browser', PATIENCE, () => {
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    browser = await sharedBrowser()
  }, 180_000)
  afterAll(() => browser?.close())

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

  it('is one page whose heading, status, text and focus follow it by the keyboard alone, with no example next to the answer', async ({
    visit,
  }) => {
    const opened = await visit()
    const { page } = opened
    const seen = () => page.locator('main').innerText()
    const press = async (name: string | RegExp) => {
      await page.locator('.purchase').getByRole('button', { name }).waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(name)
      await page.keyboard.press('Enter')
    }
    await opened.says('0.10 USDC on Base Sepolia')
    const before = await seen()
    expect(before).toMatch(/Your question\s+Company number\s+99000020\s/)
    expect(before).toContain('Not bought yet: nothing was charged')
    expect(before).toContain('An invented example')
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

  it('begins with a typed company: three clicks from the first screen of a phone, with its prices, to the answer', async ({
    visit,
  }) => {
    const opened = await visit({ path: '/' })
    const { page } = opened
    await page.setViewportSize({ width: 360, height: 740 })
    const prices = await page.locator('.start .price').all()
    expect(prices.length).toBe(3)
    for (const price of prices) {
      const { y, height } = (await price.boundingBox())!
      expect(y + height).toBeLessThan(740)
    }
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

  it('leads a phone into the browser of a wallet, says what USDC is, and finds a wallet that announces itself late', async ({
    visit,
  }) => {
    const opened = await visit({ manner: 'late' })
    const { page } = opened
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
    await page.evaluate('announceLate()')
    await buy(opened)
    await opened.says('Here is the answer. You paid')
    expect(opened.faults).toEqual([])
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

  it('pays once when the page is reloaded at each step, or its tab is closed', async ({
    visit,
  }) => {
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
    // In another tab, after this one is closed before the outcome is known.
    await opened.page.unrouteAll()
    await opened.page.route(`**${VERDICT}`, async (route) => {
      if (!isPaid(route)) return route.fallback()
      await route.fetch()
      await route.fulfill({ status: 403, headers: { 'retry-after': '0' }, body: 'No' })
    })
    await opened.click('Buy again')
    await buy(opened)
    await opened.says('Your payment may have been charged.')
    await opened.page.close()
    const second = await opened.tab()
    await second.says('Here is the answer that you paid for before. Nothing more was charged.')
    expect([second.wallet.signatures(), await second.paid()]).toEqual([4, 3n * PRICE])
  })

  it('pays once in two tabs', async ({ visit }) => {
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

  it('looks right in every state, narrow, wide, dark and light, and axe finds nothing', async ({
    visit,
  }) => {
    const opened = await visit()
    const { page, wallet } = opened
    const found: string[] = []
    const judged: Judged = new Set()
    const picture = async (state: string, look: Look) => {
      const isWide = LOOKS[look].viewport.width > 900
      await page.evaluate(`document.querySelector('.side').toggleAttribute('open', ${isWide})`)
      const file = join(SCREENSHOTS, `purchase-${state}-${look}.png`)
      await page.locator('.purchase').screenshot({ path: file })
    }
    const inspect = async (state: string) => {
      const problems = await problemsIn(page, {
        judged,
        inLook: process.env.SCREENSHOTS ? (look) => picture(state, look) : undefined,
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

describe.skipIf(withoutChain)('a purchase of the page', () => {
  it('sells an answer of every operation, for its price to the atomic unit', PATIENCE, async () => {
    // Node warns that it has none.
    vi.stubGlobal('localStorage', undefined)
    const wallet = await pageWallet(world, FUNDS)
    const balance = () => world.money.balance(wallet.wallet.address)
    const sell = async (operationId: string, target: string, body: object | null = null) => {
      const before = await balance()
      const html = await (await fetch(`${app.url}/docs/api/${operationId}`)).text()
      const page = JSON.parse(
        new RegExp(`id="${PAGE_TERMS_ID}">([^<]+)<`).exec(html)![1]!,
      ) as PageTerms
      const opened = openPurchase(
        { operationId, method: body ? 'POST' : 'GET', target, body: body && JSON.stringify(body) },
        { wallet, page, origin: app.url },
      )
      await buyFrom(opened)
      await opened.says('Here is the answer. You paid')
      expect(opened.html(), operationId).not.toContain('cannot draw')
      const answer = JSON.parse(
        decode(/<pre [^>]*><code>([\s\S]*?)<\/code>/.exec(opened.html())![1]!),
      )
      expect([operationId, before - (await balance())]).toEqual([
        operationId,
        BigInt(Math.round(Number(answer.cost.amount) * 1_000_000)),
      ])
      return answer.result
    }
    const { notices } = await sell('tenders_search', '/v1/tenders/search?region=england')
    const { grants } = await sell('grants_search', '/v1/grants/search?q=community&open_now=false')
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
    for (const call of calls) await sell(...call)
    vi.unstubAllGlobals()
  })
})
