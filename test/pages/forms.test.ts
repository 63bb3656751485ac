/**
 * The forms of operations in a real browser, with the wallet of the sandbox. Skipped with one line
 * where there is no browser.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, sharedBrowser } from '../support/browser.ts'
import { type FilledService, filledService } from '../support/filled-service.ts'
import { type Judged, problemsIn } from './looks.ts'

const program = browserProgram()
describe.skipIf(!program).concurrent('the form of an operation', { timeout: 120_000 }, () => {
  let service: FilledService
  let url: string
  let browser: Browser
  const judged: Judged = new Set()
  beforeAll(async () => {
    service = await filledService()
    url = service.url
    browser = await sharedBrowser()
  }, 180_000)
  afterAll(() => browser?.close())

  async function open(path: string): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(30_000)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      const isExpected = /status of (400|402|404|503)/.test(message.text())
      if (message.type() === 'error' && !isExpected) faults.push(message.text())
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== url && !request.url().startsWith('data:'))
        faults.push(`foreign: ${request.url()}`)
    })
    await page.goto(`${url}${path}`)
    return { page, faults }
  }

  const outcome = (page: Page) => page.locator('.ask .outcome')
  const ask = (page: Page) => page.locator('.ask button[type=submit]').click()

  it('sends its example for every operation, and the answer is a price or free', async () => {
    const waiting = service.operations.filter(({ id }) => id !== 'feedback')
    expect(waiting.length).toBeGreaterThan(20)
    const unanswered: string[] = []
    const askAll = async () => {
      const { page, faults } = await open('/')
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, kind } = next
        await page.goto(`${url}/docs/api/${id}`)
        await ask(page)
        const wanted = kind === 'paid' ? /USDC on Base Sepolia/ : /Nothing was charged|answer/i
        await outcome(page)
          .locator('[role=status]', { hasText: wanted })
          .waitFor()
          .catch(async () => unanswered.push(`${id}: ${await outcome(page).innerText()}`))
      }
      await page.close()
      return faults
    }
    expect((await Promise.all([askAll(), askAll()])).flat()).toEqual([])
    expect(unanswered).toEqual([])
  }, 240_000)

  it('shows what is wrong at its field and moves the focus there', async () => {
    const { page, faults } = await open('/docs/api/contracts_search')
    await page.getByLabel('ends_after').fill('2028-01-01')
    await page.getByLabel('ends_before').fill('2027-01-01')
    await ask(page)
    await page.locator('.error:visible', { hasText: 'It ' }).waitFor()
    const invalid = page.locator('[aria-invalid=true]')
    expect(await invalid.count()).toBe(1)
    expect(await invalid.getAttribute('id')).toBe(await focusedId(page))
    expect(await problemsIn(page, { judged })).toEqual([])
    await page.getByLabel('ends_before').fill('2029-01-01')
    await ask(page)
    await outcome(page).locator('[role=status]', { hasText: 'USDC' }).waitFor()
    expect(await page.locator('[aria-invalid=true], .error:visible').count()).toBe(0)
    expect(faults).toEqual([])
    await page.close()
  })

  it('refuses what it can judge itself: a required field that is empty, JSON that is none', async () => {
    const { page } = await open('/docs/api/grant_eligibility_reading')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) requests.push(request.url())
    })
    await page.getByLabel('readings').fill('[{')
    await page.getByLabel('id required').fill('')
    await ask(page)
    expect(await page.locator('#field-readings-error').innerText()).toBe('It is not JSON.')
    expect(await page.locator('#field-id-error').innerText()).toBe('It is required.')
    expect(await focusedId(page)).toBe('field-id')
    expect(requests).toEqual([])
    await page.close()
  })

  it('opens the further fields where one of them is wrong, and names the part of a list', async () => {
    const { page } = await open('/docs/api/tenders_fit_score')
    await page.locator('.more-fields summary').click()
    await page.getByLabel('past_buyers').fill('x')
    await page.locator('.more-fields summary').click()
    await ask(page)
    await page.locator('#field-past_buyers-error', { hasText: 'past_buyers.0' }).waitFor()
    expect(await page.getByLabel('past_buyers').isVisible()).toBe(true)
    await page.close()
  })

  it('takes its fields from the address, as answers link to it', async () => {
    const { page } = await open('/docs/api/contracts_search?supplier=01234567&status=all#ask')
    expect(await page.getByLabel('supplier').inputValue()).toBe('01234567')
    expect(await page.getByLabel('status').inputValue()).toBe('all')
    expect(await page.locator('#field-q').inputValue()).toBe('')
    await page.close()
  })

  it('shows the call as text that follows the fields', async () => {
    const { page } = await open('/docs/api/company_search')
    await page.locator('.snippets summary').click()
    await page.getByLabel('q required').fill(`O'Neill <b>`)
    const textOf = async (language: string) => {
      await page.locator('.snippets label', { hasText: language }).click()
      return await page.locator('.snippets .tab:visible code').innerText()
    }
    expect(await textOf('curl')).toContain('q=O%27Neill+%3Cb%3E')
    expect(await textOf('TypeScript')).toContain('wrapFetchWithPayment')
    expect(await textOf('Python')).toContain('x402_requests')
    const call = await textOf('MCP')
    expect(JSON.parse(call).params.arguments.q).toBe(`O'Neill <b>`)
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: call,
    })
    expect(await answer.text()).toContain('x402Version')
    expect(await page.locator('.snippets b').count()).toBe(0)
    expect(await problemsIn(page, { judged })).toEqual([])
    await page.close()
  })

  it('buys with the keyboard alone, and draws the answer next to its JSON', async () => {
    const { page, faults } = await open('/docs/api/company_accounts')
    await page.getByRole('button', { name: /^Buy this answer/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Pay 0.10 USDC/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign and buy' }).focus()
    await page.keyboard.press('Enter')
    await outcome(page).locator('.accounts .numbers').waitFor()
    const json = (await outcome(page).locator('pre').last().textContent())!
    const { result } = JSON.parse(json) as {
      result: { periods: { figures: Record<string, { value: string | null }> }[] }
    }
    const drawn = (await outcome(page).locator('.numbers').first().innerText()).replaceAll(',', '')
    const values = result.periods.flatMap(({ figures }) =>
      Object.values(figures).flatMap(({ value }) => value ?? []),
    )
    expect(values.length).toBeGreaterThan(4)
    for (const value of values) expect(drawn).toContain(value.replace('-', ''))
    expect(await problemsIn(page, { judged })).toEqual([])
    expect(faults).toEqual([])
    await page.close()
  })
})

const focusedId = (page: Page) => page.evaluate('document.activeElement.id')
