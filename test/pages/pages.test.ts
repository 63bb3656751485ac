/**
 * The pages for people in a real browser: every one of them, dark and light, narrow and wide, with
 * the script and without, held against axe-core. Skipped with one line where there is no browser.
 * `SCREENSHOTS=1` leaves pictures of all in `test/pages/screenshots`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, sharedBrowser } from '../support/browser.ts'
import { filledService, type PublishedPage } from '../support/filled-service.ts'
import { INSPECTION, type Judged, LOOKS, type Look, problemsIn } from './looks.ts'

const program = browserProgram()

const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
/** Pages in place of JSON, which no sitemap names. */
const IN_PLACE_OF_JSON: readonly PublishedPage[] = [
  { path: '/nothing/here', status: 404 },
  { path: '/v1/company/1/verdict', status: 400 },
  { path: '/v1/contracts/search?status=later&limit=99', status: 400 },
  { path: '/v1/health', status: 200 },
]

describe.skipIf(!program)('the pages for people', () => {
  let url: string
  let browser: Browser
  let pages: readonly PublishedPage[]
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    const service = await filledService()
    url = service.url
    pages = [...service.pages, ...IN_PLACE_OF_JSON]
    browser = await sharedBrowser()
  }, 180_000)
  afterAll(() => browser?.close())

  /** A page that keeps account of what goes wrong in it and where it reaches for things. */
  async function open(
    look: BrowserContextOptions,
  ): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    page.setDefaultNavigationTimeout(60_000)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    page.on(
      'console',
      (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`),
    )
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== url && protocol !== 'data:' && protocol !== 'blob:')
        faults.push(`foreign: ${request.url()}`)
    })
    return { page, faults, close: () => context.close() }
  }

  const judged: Judged = new Set()

  /** Returns problems of the pages in every look, with their script and then as they were sent. */
  async function inspect(some: readonly PublishedPage[]): Promise<string[]> {
    const { page, faults, close } = await open({ reducedMotion: 'reduce', serviceWorkers: 'block' })
    await page.context().addInitScript({ content: INSPECTION })
    const wrong: string[] = []
    for (const { path, status } of some) {
      const response = (await page.goto(`${url}${path}`))!
      if (response.status() !== status) wrong.push(`${path}: ${response.status()}`)
      await page.evaluate('inspection.open()')
      const scripted = await problemsIn(page, {
        judged,
        inLook: process.env.SCREENSHOTS ? (look) => picture(page, path, look) : undefined,
      })
      wrong.push(...scripted.map((each) => `${path} ${each}`))
      await page.evaluate(`inspection.show(${JSON.stringify(await response.text())})`)
      await page.evaluate('inspection.open()')
      const unscripted = await problemsIn(page, { judged, looks: ['dark-narrow', 'light-wide'] })
      wrong.push(...unscripted.map((each) => `${path} without JavaScript ${each}`))
    }
    await close()
    return [...wrong, ...faults.filter((fault) => !/status of 40[024]/.test(fault))]
  }

  /** Takes a picture of the page as it is met: the list of pages is closed on a narrow screen. */
  async function picture(page: Page, path: string, look: Look): Promise<void> {
    const isWide = LOOKS[look].viewport.width > 900
    await page.evaluate(`document.querySelector('.side')?.toggleAttribute('open', ${isWide})`)
    const file = join(SCREENSHOTS, `${nameOf(path)}-${look}.png`)
    await page.screenshot({ path: file, fullPage: true, timeout: 60_000 })
    await page.evaluate(`document.querySelector('.side')?.toggleAttribute('open', true)`)
  }

  it('cut nothing off and load nothing from elsewhere, and axe finds nothing, in any look, with and without their script', async () => {
    const halves = [0, 1].map((half) => pages.filter((_, index) => index % 2 === half))
    const found = await Promise.all(halves.map(inspect))
    expect(found.flat()).toEqual([])
  }, 900_000)

  it('shows health, a sample and every language where JavaScript is off', async () => {
    const { page, close } = await open({ ...LOOKS['light-narrow'], javaScriptEnabled: false })
    await page.goto(`${url}/`)
    expect(await page.locator('#health').innerText()).toContain('Companies House')
    for (const [language, shown] of [
      ['TypeScript', 'wrapFetchWithPayment'],
      ['Python', 'x402_requests'],
      ['MCP', 'StreamableHTTPClientTransport'],
      ['curl', 'curl -i'],
    ] as const) {
      const tabs = page.locator('.tabs:has([name=language])')
      await tabs.locator('label', { hasText: language }).click()
      expect(await tabs.locator('.tab:visible').innerText(), language).toContain(shown)
    }
    expect(await page.locator('button:visible').count()).toBe(0)
    await page.goto(`${url}/docs/api/company_search`)
    expect(await page.locator('form').isVisible(), 'forms need a script').toBe(false)
    expect(await page.getByLabel('Request: ').isVisible()).toBe(true)
    await page.goto(`${url}/`)
    await page.getByRole('link', { name: 'Free sample' }).first().click()
    await page.locator('#drawn svg').waitFor()
    await page.locator('.side summary').click()
    expect(await page.getByRole('link', { name: 'Errors', exact: true }).isVisible()).toBe(false)
    await page.locator('.side summary').click()
    expect(await page.getByRole('link', { name: 'Errors', exact: true }).isVisible()).toBe(true)
    await close()
  })

  it('works with the keyboard alone: skip link, languages by arrow, a copy button, the price of an example', async () => {
    const { page, close } = await open(LOOKS['light-wide'])
    await page.goto(`${url}/docs`)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    expect(await focused(page), 'a link of the introduction').toBe('sells it to a wallet there')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.value')).toBe('curl')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.tab:visible').innerText()).toContain('wrapFetchWithPayment')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Copy')
    await page.keyboard.press('Enter')
    await page
      .locator('.tab:visible [role=status]', { hasText: /Copied|Selected/ })
      .first()
      .waitFor({ state: 'attached' })
    await page.reload()
    expect(await page.locator('.tab:visible').innerText(), 'the language is kept').toContain(
      'wrapFetchWithPayment',
    )
    await page.goto(`${url}/docs/api/company_search`)
    await page.getByRole('button', { name: /^Buy this answer/ }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.ask .outcome', { hasText: '0.005 USDC' }).waitFor()
    await close()
  })

  it('leads from a problem to its entry', async () => {
    const { page, close } = await open(LOOKS['dark-narrow'])
    const { type } = (await (await fetch(`${url}/v1/company/1/verdict`)).json()) as { type: string }
    await page.goto(type)
    expect(await page.locator(`#${new URL(type).hash.slice(1)}`).innerText()).toBe(
      'COMPANY_NUMBER_INVALID',
    )
    await close()
  })
})

async function focused(page: Page): Promise<unknown> {
  return await page.evaluate('document.activeElement.textContent')
}

const nameOf = (path: string) => (path === '/' ? 'home' : path.slice(1).replace(/\W+/g, '-'))
