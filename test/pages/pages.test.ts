/**
 * The pages for people in a real browser: dark and light, narrow and wide, with the keyboard alone, held against axe-core. Skipped with one
 * line where there is no browser. Screenshots are left in `test/pages/screenshots`.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'

const program = browserProgram()

const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  'light-wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark-wide': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'light-narrow': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark-narrow': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
}

describe.skipIf(!program)('the pages for people', () => {
  let service: Service
  /** With every operation that is really sold, for the reference. */
  let whole: Service
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    service = await startService()
    whole = await startService({}, 'real')
    browser = await chromium.launch({ executablePath: program!, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await whole?.close()
  })

  /** Opens a page and keeps account of what goes wrong in it and where it reaches for things. */
  async function open(
    look: BrowserContextOptions,
    path: string,
    { url } = service,
  ): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== url && protocol !== 'data:' && protocol !== 'blob:') faults.push(`foreign: ${request.url()}`)
    })
    await page.goto(`${url}${path}`)
    return { page, faults, close: () => context.close() }
  }

  for (const [name, look] of Object.entries(LOOKS)) {
    it(`${name}: health and the sample come up, nothing is loaded from elsewhere, nothing overflows, axe finds nothing`, async () => {
      const { page, faults, close } = await open(look, '/')
      await page.locator('#health-line', { hasText: 'Everything works' }).waitFor()
      await page.getByRole('button', { name: 'Run the sample' }).click()
      await page.locator('#sample-json', { hasText: '"Isle of muck"' }).waitFor()
      expect(await page.locator('#sample-status').textContent()).toContain('Isle of muck. Confidence high')
      expect(await overflow(page)).toEqual([])
      await page.screenshot({ path: join(SCREENSHOTS, `home-${name}.png`), fullPage: true })
      expect(await violations(page)).toEqual([])
      await page.goto(`${service.url}/docs/errors#settlement_unknown`)
      expect(await page.locator('#settlement_unknown').isVisible()).toBe(true)
      expect(await overflow(page)).toEqual([])
      await page.screenshot({ path: join(SCREENSHOTS, `errors-${name}.png`) })
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await close()
    })

    it(`${name}: the reference shows every operation and asks for a price, axe finds nothing`, async () => {
      const { page, faults, close } = await open(look, '/docs/api', whole)
      expect(await page.locator('section.entry').count()).toBe(whole.app.operations.length)
      const first = page.locator('section.entry').first()
      await first.getByRole('button', { name: 'Ask for the price' }).click()
      await first.locator('.status', { hasText: '402: 0.005 USDC' }).waitFor()
      await page.screenshot({ path: join(SCREENSHOTS, `reference-${name}.png`), fullPage: true })
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
      expect(await overflow(page)).toEqual([])
      expect(await violations(page)).toEqual([])
      expect(faults.filter((fault) => !fault.includes('status of 402'))).toEqual([])
      await close()
    })
  }

  it('works with the keyboard alone: skip link, choice of the sample, running it, reading it', async () => {
    const { page, close } = await open(LOOKS['light-wide']!, '/')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.value')).toBe('company')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.value')).toBe('tenders')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Run the sample')
    await page.keyboard.press('Enter')
    // The invented service has no tenders: the page says so instead of showing nothing.
    await page.locator('#sample-status', { hasText: 'No sample right now' }).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#sample-json', { hasText: '"Isle of muck"' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).toBe('sample-json')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await close()
  })

  it('says that something is wrong instead of looking well when the service does not answer', async () => {
    const { page, close } = await open(LOOKS['light-wide']!, '/errors-before')
    await page.route('**/v1/health', (route) => route.abort())
    await page.goto(`${service.url}/`)
    await page.locator('#health-line', { hasText: 'Health cannot be read' }).waitFor()
    await close()
  })
})

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const found = await page.evaluate(async () => (await (globalThis as unknown as { axe: Axe }).axe.run()).violations)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`))
}

/** What makes the page scroll sideways. */
async function overflow(page: Page): Promise<string[]> {
  const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]')) as [
    number,
    number,
  ]
  return content <= window ? [] : [`the page is ${content} wide in ${window}`]
}

async function focused(page: Page): Promise<unknown> {
  return await page.evaluate('document.activeElement.textContent')
}
