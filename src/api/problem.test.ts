import { expect, it } from 'vitest'
import { type PaymentState, ServiceError, StoreUnavailable } from '../platform/errors.ts'
import { problemReply } from './problem.ts'

const bodyOf = (error: unknown, more: { withPayment?: boolean } = {}) =>
  JSON.parse(
    problemReply(error, {
      publicUrl: 'https://x.example',
      instance: '/v1/preview',
      requestId: 'req_1',
      ...more,
    }).body.toString(),
  )

it('has the keys of the contract in their order, and an address that explains the code', () => {
  const body = bodyOf(new ServiceError('BODY_TOO_LARGE', 'The body is larger than 8192 bytes.'))
  expect(Object.keys(body)).toEqual([
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'errors',
    'hint',
    'charged',
    'retryable',
    'request_id',
  ])
  expect(body.type).toBe('https://x.example/docs/errors#body_too_large')
})

it('names the next step, in the words of the refusing part if it has some', () => {
  expect(
    bodyOf(new ServiceError('UPSTREAM_UNAVAILABLE', 'No sample can be made right now.')).hint,
  ).toContain('Retry-After')
  expect(
    bodyOf(new ServiceError('UPSTREAM_UNAVAILABLE', 'No.', { hint: 'Ask tomorrow.' })).hint,
  ).toBe('Ask tomorrow.')
})

it('distinguishes an unavailable store from a fault of the service, without the cause', () => {
  const body = bodyOf(new StoreUnavailable(new Error('connect ECONNREFUSED 10.0.0.7:5432')))
  expect(body).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    status: 503,
    charged: false,
    retryable: true,
  })
  expect(JSON.stringify(body)).not.toMatch(/ECONN|10\.0/)
})

it('does not say whether a payment was charged while the records are unavailable', () => {
  const body = bodyOf(new StoreUnavailable(new Error('away')), { withPayment: true })
  expect(body).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    charged: null,
    hint: expect.stringContaining('do not sign again'),
  })
})

it.each<[PaymentState | null, boolean, boolean | null]>([
  [null, false, false],
  [null, true, null],
  ['none', true, false],
  ['unread', false, null],
  ['unspent', true, false],
  ['failed', true, false],
  ['undecided', true, null],
  ['settled', true, true],
])(
  'a payment that is %s (sent: %s) has charged %s, whatever the code',
  (payment, withPayment, charged) => {
    for (const code of ['VALIDATION', 'RATE_LIMITED', 'INTERNAL'] as const)
      expect(bodyOf(new ServiceError(code, 'no', { payment }), { withPayment }).charged).toBe(
        charged,
      )
  },
)

it('shows nothing of an unknown error', () => {
  const text = JSON.stringify(bodyOf(new Error('SELECT secret FROM /etc/passwd')))
  expect(text).not.toMatch(/SELECT|passwd/)
  expect(JSON.parse(text)).toMatchObject({
    code: 'INTERNAL',
    status: 500,
    hint: expect.stringContaining('request_id'),
  })
})
