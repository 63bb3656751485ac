import { expect, it } from 'vitest'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { UpstreamError } from '../upstream/http.ts'
import { createUnavailableError } from './source-status.ts'

const told = (cause: unknown) => {
  const { detail, retryAfterSeconds } = createUnavailableError(cause)
  return [detail, retryAfterSeconds]
}

it('says that our own quota is spent, and when a call is free again', () => {
  const spent = new NoCallLeft('Companies House', 'throttled', 'the calls are spent', {
    retryAfterMs: 292_400,
  })
  expect(told(spent)).toEqual([
    'Our own quota of calls to Companies House is spent: the calls are spent. A call is free again in 293 seconds. There is no earlier copy to serve.',
    293,
  ])
})

it.each([
  ['timeout', null, 'did not answer in time', 30],
  ['network', null, 'could not be reached', 30],
  ['throttled', 61_000, 'accepts no further call of this service now', 61],
  ['server_error', null, 'answered with an error', 30],
] as const)('says what happened: %s', (kind, retryAfterMs, words, seconds) => {
  const cause = new UpstreamError('Companies House', kind, 'detail', { retryAfterMs })
  expect(told(cause)).toEqual([
    `Companies House ${words}. There is no earlier copy to serve.`,
    seconds,
  ])
})

it('says no more than it knows of another failure', () => {
  expect(told(new Error('no answer within 10 s'))).toEqual([
    'Companies House did not answer. There is no earlier copy to serve.',
    30,
  ])
})
