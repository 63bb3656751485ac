import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function lineOf(fields: object): Record<string, unknown> {
  let line = ''
  createLog('debug', {
    write(text) {
      line += text
    },
  }).info(fields, 'something happened')
  return JSON.parse(line)
}

const HEX_SIGNATURE = `0x${'ab'.repeat(65)}`
const HEADER = Buffer.from(JSON.stringify({ payload: { signature: HEX_SIGNATURE } })).toString(
  'base64',
)

it('writes one line of JSON with time, message and fields', () => {
  const { time, ...rest } = lineOf({
    portal: 'a',
    count: 3,
    window: [1, 2],
    amount: 10n,
    tokens: 7,
    gone: undefined,
  })
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(rest).toEqual({
    level: 30,
    portal: 'a',
    count: 3,
    window: [1, 2],
    amount: '10',
    tokens: 7,
    msg: 'something happened',
  })
})

it.each([
  ['at the top', { signature: 'hunter2', token: 'hunter2' }],
  [
    'deep inside',
    { a: { b: [{ c: { Authorization: 'hunter2', 'payment-signature': 'hunter2' } }] } },
  ],
  [
    'in what an error carries',
    {
      err: Object.assign(new Error('no'), {
        headers: { authorization: 'hunter2' },
        payload: { signature: 'hunter2' },
      }),
    },
  ],
  [
    'in the cause of an error',
    { err: new Error('no', { cause: Object.assign(new Error('inner'), { apiKey: 'hunter2' }) }) },
  ],
  [
    'in the address of a database',
    { err: new Error('cannot reach postgres://me:hunter2@db.example/x') },
  ],
  ['beyond any depth', { a: { b: { c: { d: { e: { f: { g: 'hunter2' } } } } } } }],
])('never writes a secret %s', (_where, fields) => {
  expect(JSON.stringify(lineOf(fields))).not.toContain('hunter2')
})

it('never writes a signature inside a text', () => {
  const text = JSON.stringify(
    lineOf({ err: new Error(`refused ${HEX_SIGNATURE}`), header: HEADER }),
  )
  expect(text).not.toContain('abababab')
  expect(text).not.toContain(HEADER.slice(0, 60))
})

it('logs an error with its cause and other members', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(lineOf({ err: new Error('no answer', { cause }) }).err).toMatchObject({
    type: 'Error',
    message: 'no answer',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
  })
})
