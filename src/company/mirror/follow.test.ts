import { expect, it } from 'vitest'
import { UpstreamError } from '../../upstream/http.ts'
import { listStreams, waitAfter } from './follow.ts'

const answered = (status: number, retryAfterMs: number | null = null) =>
  new UpstreamError('stream', 'server_error', 'x', { status, retryAfterMs })

it('waits longer each time: a moment for a lost connection, seconds after a refusal, a minute and more after too many requests', () => {
  const lost = new UpstreamError('stream', 'network', 'lost')
  expect([1, 2, 100].map((tries) => waitAfter(lost, tries))).toEqual([250, 500, 16_000])
  expect([1, 2, 9].map((tries) => waitAfter(answered(503), tries))).toEqual([
    5_000, 10_000, 320_000,
  ])
  for (const status of [403, 429])
    expect([1, 2, 9].map((tries) => waitAfter(answered(status), tries))).toEqual([
      60_000, 120_000, 960_000,
    ])
})

it('waits as long as the register demands, and not after a gap, which ends once it is known', () => {
  expect(waitAfter(answered(429, 600_000), 1)).toBe(600_000)
  expect(waitAfter(answered(416), 0)).toBe(0)
})

it('opens five streams with one key, or two with each, companies and officers first', () => {
  expect(listStreams(['a', 'b']).map(({ stream, key }) => `${stream} ${key}`)).toEqual([
    'companies a',
    'officers a',
    'filings a',
    'charges a',
    'insolvency-cases a',
  ])
  expect(listStreams([])).toEqual([])
  expect(listStreams(['a'], 2).map(({ stream, key }) => `${stream} ${key}`)).toEqual([
    'companies a',
    'officers a',
  ])
  expect(listStreams(['a', 'b', 'c', 'd'], 2).map(({ stream, key }) => `${stream} ${key}`)).toEqual(
    ['companies a', 'officers a', 'filings b', 'charges b', 'insolvency-cases c'],
  )
})
