/** `ukintel call --save` and `ukintel verify`: four outcomes, and no byte that can be altered unseen. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app.ts'
import { readSaved, type SavedAnswer } from '../../src/buyer/saved.ts'
import { verifySaved } from '../../src/buyer/verify.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/doors/free-port.ts'
import { cli } from '../support/cli.ts'

let world: World
let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ukintel-saved-'))
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  app = await createApp(loadConfig({ ...world.environment, INGEST: 'off' }))
  await app.start()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function saved(path: string, ...more: string[]): Promise<string> {
  const file = join(folder, 'answer.json')
  const wallet = { BUYER_PRIVATE_KEY: world.buyer.privateKey, BUYER_STATE_DIR: folder }
  const { code, stderr } = await cli(['call', 'GET', path, '--url', app.url, '--max-usd', '0.2', '--save', file, ...more], wallet)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return file
}
const verify = (file: string, ...more: string[]) => cli(['verify', file, ...more])

describe('ukintel verify', () => {
  test('0: a verdict at full depth matches, its rules too, offline and against the service', async () => {
    const file = await saved(`/v1/company/99000001/verdict?detail=full`)
    const { code, stdout } = await verify(file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/rules +verdict 1\.0\.0 judges the same, 1 of 1\nmatch\n$/) })
    expect(stdout).toMatch(/settlement +0x[0-9a-f]{64} on eip155:84532/)
    expect((await verify(file, '--against', app.url)).stdout).toContain('lists the key')
  }, 60_000)

  test('1: an altered answer is told', async () => {
    const file = await saved('/v1/company/99000001')
    writeFileSync(file, readFileSync(file, 'utf8').replace('active', 'dormant'))
    const { code, stdout } = await verify(file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^MISMATCH: the answer is not the one that was signed/) })
  }, 60_000)

  test('3: a free answer, a file that is none, and one that is not there', async () => {
    const file = await saved('/v1/health')
    expect(await verify(file)).toMatchObject({ code: 3, stdout: expect.stringContaining('the call was free') })
    writeFileSync(file, '{}')
    expect((await verify(file)).code).toBe(3)
    expect((await verify(join(folder, 'none'))).code).toBe(3)
  }, 60_000)
})

test('one altered character anywhere in the answer, the receipt, the hash or the key is found', async () => {
  const whole = readSaved(readFileSync(await saved('/v1/company/99000001'), 'utf8'))!
  expect(verifySaved(whole).outcome).toBe('match')
  const places: { of: (saved: SavedAnswer) => string; with: (saved: SavedAnswer, text: string) => SavedAnswer }[] = [
    { of: ({ body }) => body, with: (saved, body) => ({ ...saved, body }) },
    ...['payment-response', 'response-provenance', 'etag'].map((name) => ({
      of: ({ headers }: SavedAnswer) => headers[name]!,
      with: (saved: SavedAnswer, text: string) => ({ ...saved, headers: { ...saved.headers, [name]: text } }),
    })),
    {
      of: ({ keys }) => keys[0]!.x,
      with: (saved, x) => ({ ...saved, keys: [{ ...saved.keys[0]!, x }] }),
    },
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.integer({ min: 33, max: 126 }),
      (place, at, code) => {
        const text = place.of(whole)
        const index = Math.floor(at * text.length)
        const other = String.fromCharCode(code)
        fc.pre(text[index] !== other)
        const altered = place.with(whole, text.slice(0, index) + other + text.slice(index + 1))
        expect(verifySaved(altered).outcome).not.toBe('match')
      },
    ),
    { numRuns: 3000 },
  )
}, 60_000)
