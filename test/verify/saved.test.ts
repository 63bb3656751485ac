/**
 * `ukintel call --save` and `ukintel verify`: four outcomes, and no byte that can be altered
 * unseen.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createClient,
  fromSavedText,
  listedKeys,
  type SavedAnswer,
  verify as verifyWithClient,
} from '../../packages/client/src/index.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { cli, cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { shiftedClock, startService } from '../support/service.ts'

let world: World
let app: App
let folder: string
const clock = shiftedClock()
beforeAll(async () => {
  folder = createFolder()
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  app = await createApp(loadConfig({ ...world.environment, INGEST: 'off' }), { clock })
  await app.start()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

async function saved(path: string, ...more: string[]): Promise<string> {
  const file = join(folder, 'answer.json')
  const wallet = { BUYER_PRIVATE_KEY: world.buyer.privateKey, BUYER_STATE_DIR: folder }
  const { code, stderr } = await cliHere(
    ['call', 'GET', path, '--url', app.url, '--max-usd', '0.2', '--save', file, ...more],
    wallet,
  )
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return file
}
const verify = (file: string, ...more: string[]) => cliHere(['verify', file, ...more])

describe('ukintel verify', () => {
  test('0: a verdict at full depth matches, its rules too, offline and against the service', async () => {
    const file = await saved(`/v1/company/99000001/verdict?detail=full`)
    const { code, stdout } = await cli(['verify', file])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/rules +verdict 1\.0\.0 judges the same, 1 of 1\nmatch\n$/),
    })
    expect(stdout).toMatch(/settlement +0x[0-9a-f]{64} on eip155:84532/)
    expect((await verify(file, '--against', app.url)).stdout).toContain('lists the key')
  }, 60_000)

  test('1: an altered answer is detected', async () => {
    const file = await saved('/v1/company/99000001')
    writeFileSync(file, readFileSync(file, 'utf8').replace('active', 'dormant'))
    const { code, stdout } = await verify(file)
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^MISMATCH: the answer is not the one that was signed/),
    })
  }, 60_000)

  test('1 and 3 with --against: a key that the service does not list, a service that does not answer', async () => {
    const file = await saved('/v1/company/99000003/verdict')
    const other = await startService()
    try {
      const foreign = await verify(file, '--against', other.url)
      expect([foreign.code, foreign.stdout]).toEqual([
        1,
        expect.stringMatching(/MISMATCH: .* does not list the key/),
      ])
    } finally {
      await other.stop()
    }
    const silent = await verify(file, '--against', other.url)
    expect([silent.code, silent.stdout]).toEqual([
      3,
      expect.stringMatching(/cannot be judged against/),
    ])
  }, 60_000)

  test('3: a free answer, a file that is none, and one that is not there', async () => {
    const file = await saved('/v1/health')
    expect(await verify(file)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('the call was free'),
    })
    writeFileSync(file, '{}')
    expect((await verify(file)).code).toBe(3)
    expect((await verify(join(folder, 'none'))).code).toBe(3)
  }, 60_000)
})

test('an address of which the receipt has only the beginning', async () => {
  const path = `/v1/company/${'%20'.repeat(40)}99000001`
  const whole = fromSavedText(readFileSync(await saved(path), 'utf8'))!
  const outcomes = [path, path.replace('company', 'funders'), '/v1/company/99000001'].map(
    async (each) =>
      (await verifyWithClient({ ...whole, request: { method: 'GET', url: `${app.url}${each}` } }))
        .outcome,
  )
  expect(await Promise.all(outcomes)).toEqual(['match', 'mismatch', 'mismatch'])
}, 60_000)

test('an entity tag that a compressing proxy weakened, or to which it added the encoding', async () => {
  const whole = fromSavedText(readFileSync(await saved('/v1/company/99000001'), 'utf8'))!
  const tag = whole.headers.etag!
  const named = (encoding: string) => tag.replace(/"$/, `-${encoding}"`)
  const outcomes = [`W/${tag}`, named('gzip'), `W/${named('br')}`, `W/"${'A'.repeat(43)}"`].map(
    async (etag) =>
      (await verifyWithClient({ ...whole, headers: { ...whole.headers, etag } })).outcome,
  )
  expect(await Promise.all(outcomes)).toEqual(['match', 'match', 'match', 'mismatch'])
}, 60_000)

test('one altered character anywhere in the answer, the receipt, the hash or the key is found', async () => {
  const whole = fromSavedText(readFileSync(await saved('/v1/company/99000001'), 'utf8'))!
  expect(await verifyWithClient(whole)).toMatchObject({ outcome: 'match', kid: whole.keys[0]!.kid })
  const places: {
    of: (saved: SavedAnswer) => string
    with: (saved: SavedAnswer, text: string) => SavedAnswer
  }[] = [
    { of: ({ body }) => body, with: (saved, body) => ({ ...saved, body }) },
    ...['payment-response', 'response-provenance', 'etag'].map((name) => ({
      of: ({ headers }: SavedAnswer) => headers[name]!,
      with: (saved: SavedAnswer, text: string) => ({
        ...saved,
        headers: { ...saved.headers, [name]: text },
      }),
    })),
    {
      of: ({ keys }) => keys[0]!.x,
      with: (saved, x) => ({ ...saved, keys: [{ ...saved.keys[0]!, x }] }),
    },
  ]
  const altering = [
    fc.constantFrom(...places),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.integer({ min: 33, max: 126 }),
  ] as const
  const altered = (place: (typeof places)[number], at: number, code: number): SavedAnswer => {
    const text = place.of(whole)
    const index = Math.floor(at * text.length)
    const other = String.fromCharCode(code)
    fc.pre(text[index] !== other)
    return place.with(whole, text.slice(0, index) + other + text.slice(index + 1))
  }
  await fc.assert(
    fc.asyncProperty(...altering, async (place, at, code) => {
      expect((await verifyWithClient(altered(place, at, code))).outcome).not.toBe('match')
    }),
    { numRuns: 1000 },
  )
}, 60_000)

test('the typed client keeps what it verifies: bought with its own fetch, keys as the service lists them', async () => {
  const schemes = [
    { network: 'eip155:84532' as const, client: new ExactEvmScheme(world.buyer.account) },
  ]
  const client = createClient({
    baseUrl: app.url,
    fetch: wrapFetchWithPaymentFromConfig(fetch, { schemes }),
  })
  const keys = await listedKeys(app.url)
  for (const { saved: kept } of [
    await client.companyVerdict({ number: '99000001' }),
    await client.companySearch({ q: 'limited' }),
  ]) {
    expect(await verifyWithClient({ ...kept, keys })).toMatchObject({
      outcome: 'match',
      receipt: { network: 'eip155:84532' },
    })
    expect(await verifyWithClient({ ...kept, keys, body: `${kept.body} ` })).toMatchObject({
      outcome: 'mismatch',
    })
    expect((await verifyWithClient({ ...kept, keys: [] })).outcome).toBe('unjudged')
  }
  expect((await verifyWithClient({ ...(await client.health()).saved, keys })).outcome).toBe(
    'unjudged',
  )
}, 60_000)

// The last one: time does not go back.
test('ukintel verify 2: with --against, once the service would answer differently; offline the answer is unchanged', async () => {
  const file = await saved('/v1/company/99000003/verdict')
  const still = await verify(file, '--against', app.url)
  expect([still.code, still.stdout]).toEqual([
    0,
    expect.stringMatching(/match, and the answer would be the same now\n$/),
  ])
  clock.shiftMs = 7 * 3_600_000
  const moved = await verify(file, '--against', app.url)
  expect([moved.code, moved.stdout]).toEqual([2, expect.stringMatching(/the data changed/)])
  expect((await verify(file)).code).toBe(0)
}, 60_000)
