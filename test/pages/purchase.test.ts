/**
 * Buying from a page: the official clients in a real browser, on a page of another origin, paid on
 * the local chain. Skipped with one line where there is no browser.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, sharedBrowser } from '../support/browser.ts'
import { TEA } from '../support/service.ts'
import { eachInOneWorld, ITEM_PRICE } from '../support/world.ts'
import type { Bought } from './page-buyer.ts'

const program = browserProgram()
const world = eachInOneWorld()

describe.skipIf(!program)('a page of another origin', () => {
  let browser: Browser
  let elsewhere: Server
  let origin: string
  beforeAll(async () => {
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'page-buyer.ts'),
      platform: 'browser',
      logLevel: 'silent',
    })
    const { output } = await bundle.generate({ format: 'iife' })
    await bundle.close()
    const page = `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><script>${output[0].code.replaceAll('</script', '<\\/script')}</script>`
    elsewhere = createServer((_, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
    )
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    elsewhere?.close()
  })

  async function open(): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    // The browser logs every 402 in its console; violations appear there, too.
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !message.text().includes('402') &&
        faults.push(message.text()),
    )
    await page.goto(origin)
    return { page, faults }
  }

  for (const way of ['withFetch', 'withAxios'] as const) {
    it(`buys ${way === 'withFetch' ? '@x402/fetch' : '@x402/axios'}’s way by GET and by POST, and reads the receipt`, async () => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const { page, faults } = await open()
      const buy = (path: string, body: object | null) =>
        page.evaluate<Bought, [string, string, string, string | null]>(
          ([name, url, key, text]) =>
            (globalThis as unknown as Record<string, (...given: unknown[]) => Promise<Bought>>)[
              name
            ]!(url, key, text),
          [
            way,
            `${service.url}${path}`,
            wallet.privateKey,
            body === null ? null : JSON.stringify(body),
          ],
        )
      for (const bought of [await buy(TEA, null), await buy('/v1/shop/orders', { item: 'tea' })]) {
        expect(bought).toMatchObject({
          status: 200,
          answer: { result: { item: 'tea' } },
          requestId: expect.stringMatching(/^req_/),
        })
        expect(JSON.parse(atob(bought.receipt!))).toMatchObject({
          success: true,
          payer: wallet.address.toLowerCase(),
        })
      }
      expect(faults).toEqual([])
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE, 2n * ITEM_PRICE])
      await page.close()
    })
  }
})
