/** Searches by name over the sandbox's register. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Rig, startRig } from '../../../test/company/rig.ts'
import { retryImmediately } from '../../../test/support/immediate-retries.ts'

retryImmediately()

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.stop())

it('200: lists at most the requested matches, and counts all', async () => {
  const { result, verdict, cost } = await rig.search({ q: 'limited', limit: '2' })
  expect(result.results).toHaveLength(2)
  expect(result.total_matches).toBeGreaterThan(2)
  expect([verdict.score, cost.amount]).toEqual([null, '0.005'])
})

it('200: finds nothing for a name that no company has', async () => {
  expect((await rig.search({ q: 'zeppelin mooring masts' })).result).toEqual({
    results: [],
    total_matches: 0,
  })
})

it.each([
  ['no name', {}, 'q'],
  ['one character', { q: ' x ' }, 'q'],
  ['161 characters', { q: 'x'.repeat(161) }, 'q'],
  ['a limit above five', { q: 'limited', limit: '6' }, 'limit'],
  ['an unknown field', { q: 'limited', name: 'x' }, 'name'],
])('400: refuses %s and sends no request', async (_, query, field) => {
  rig.register.forget()
  await expect(rig.search(query as Record<string, string>)).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field, in: 'query' }],
  })
  expect(rig.register.calls).toEqual([])
})
