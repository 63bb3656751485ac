import { describe, expect, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createLimiter } from './rate-limit.ts'

const START = '2026-11-21T10:00:00Z'

describe('a limit of 60 a minute with a burst of 3', () => {
  it('lets the burst pass, then one a second', () => {
    const clock = manualClock(START)
    const limiter = createLimiter('address', { perMinute: 60, burst: 3 }, clock)
    for (let count = 0; count < 3; count += 1) limiter.debit('a')
    expect(() => limiter.debit('a')).toThrow(ServiceError)
    clock.advance(1000)
    limiter.debit('a')
    expect(() => limiter.debit('a')).toThrow(ServiceError)
  })

  it('counts each key for itself', () => {
    const limiter = createLimiter('address', { perMinute: 60, burst: 1 }, manualClock(START))
    limiter.debit('a')
    limiter.debit('b')
    expect(() => limiter.debit('a')).toThrow(ServiceError)
  })

  it('says when to come back', () => {
    const limiter = createLimiter('feedback', { perMinute: 5, burst: 1 }, manualClock(START))
    limiter.debit('a')
    try {
      limiter.debit('a')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'RATE_LIMITED',
        detail: 'More than 5 messages a minute from one address.',
        retryAfterSeconds: 12,
      })
      expect((error as ServiceError).headers).toEqual({
        'ratelimit-policy': '"feedback";q=5;w=60',
        ratelimit: '"feedback";r=0;t=12',
      })
    }
  })
})
