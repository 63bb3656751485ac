/**
 * The service sells behind nginx, haproxy and Apache with their default settings.
 * `npm run prove -- proxies` buys every operation in every way.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaidDescription } from '../../src/contract/operation.ts'
import { type FilledWorld, startFilledWorld } from '../support/filled-world.ts'
import { hasProxy, PROXIES, type RunningProxy, startProxy } from '../support/proxies.ts'
import { buyBy, type Way } from '../support/ways-to-buy.ts'

/** Address with the length of a real deployment. */
const PUBLIC_URL = `https://${'a'.repeat(49)}.uk`

const SALES: readonly (readonly [string, Way])[] = [
  ['company_verdict', 'program'],
  ['tenders_fit_score', 'program'],
  ['tender_brief', 'browser'],
  ['grants_search', 'mcp'],
  ['grant_eligibility', 'a2a'],
]

const absent = PROXIES.filter((name) => !hasProxy(name))
if (absent.length > 0)
  process.stderr.write(
    `not installed, and not tried: ${absent.join(', ')} (Debian: nginx-light, haproxy, apache2)\n`,
  )

let filled: FilledWorld
beforeAll(async () => {
  if (absent.length < PROXIES.length) filled = await startFilledWorld({ PUBLIC_URL })
}, 150_000)
afterAll(() => filled?.close())

describe.each(PROXIES)('behind %s', (name) => {
  let proxy: RunningProxy
  beforeAll(async () => {
    if (hasProxy(name)) proxy = await startProxy(name, filled.app.url)
  })
  afterAll(() => proxy?.stop())

  it.skipIf(!hasProxy(name)).each(SALES)('%s is sold to a %s', async (id, way) => {
    const { operation } = filled.app.operations.find((bound) => bound.operation.id === id)!
    expect(await buyBy(way, proxy.url, operation as PaidDescription, filled.world.buyer)).toBe(200)
  })
})
