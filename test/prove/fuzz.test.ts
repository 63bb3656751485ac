/** A fixed round of the fuzz, and what it would notice. */
import { expect, it } from 'vitest'
import type { PublishedOperation } from '../support/generated-input.ts'
import { growthOf } from './fuzz/growth.ts'
import { faultOf } from './fuzz/judge.ts'
import { fuzzRound } from './fuzz/prove.ts'
import type { Shot } from './fuzz/requests.ts'

it('requests of every kind are answered as documented, and nothing grows', {
  timeout: 300_000,
}, async () => {
  const lines: string[] = []
  const result = await fuzzRound({
    seed: 3,
    requests: 8000,
    untilMs: Number.POSITIVE_INFINITY,
    print: (line) => lines.push(line),
  })
  expect(result.failures).toEqual([])
  expect(result.done).toBe(8000)
  for (const kind of [
    'http 400',
    'http 402',
    'http 404',
    'mcp 200',
    'a2a 200',
    'http paid 200',
    'mcp paid 200',
    'a2a paid 200',
  ])
    expect([kind, result.answers.of(kind) > 0]).toEqual([kind, true])
  expect(result.growth.fields).toBeGreaterThan(500)
  expect(lines).toHaveLength(6)
})

const SHOT: Shot = {
  bytes: Buffer.from(''),
  protocol: 'http',
  intent: 'hostile',
  operation: 'health',
  isPaid: false,
}
const PROBLEM = {
  code: 'VALIDATION',
  charged: false,
  request_id: 'req_1',
  detail: 'limit (query): is empty',
  errors: [{ field: 'limit', in: 'query', message: 'is empty' }],
}
const answer = (status: number, body: object, protocol: Shot['protocol'] = 'http') =>
  faultOf(
    { ...SHOT, protocol },
    { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )

it('an answer is at fault without a code or without a named field, wherever its protocol puts the problem', () => {
  expect(answer(400, PROBLEM)).toBeNull()
  expect(answer(400, { ...PROBLEM, errors: [] })).toBe('VALIDATION names no field')
  expect(answer(400, { ...PROBLEM, errors: [{ field: 'limit', message: 'is empty' }] })).toMatch(
    /without its place/,
  )
  expect(answer(404, { detail: 'not here' })).toBe('no problem document')
  expect(answer(404, { ...PROBLEM, code: 7 })).toMatch(/without a code/)
  expect(answer(502, PROBLEM)).toBe('status 502')
  expect(
    answer(
      200,
      {
        jsonrpc: '2.0',
        result: { isError: true, structuredContent: { ...PROBLEM, code: 'INTERNAL' } },
      },
      'mcp',
    ),
  ).toBe('INTERNAL')
  expect(
    answer(
      200,
      {
        jsonrpc: '2.0',
        error: { code: -32603, message: 'x', data: [{}, { value: { ...PROBLEM, errors: [] } }] },
      },
      'a2a',
    ),
  ).toBe('VALIDATION names no field')
  expect(answer(200, { jsonrpc: '2.0', error: { code: -32603, message: 'broke' } }, 'a2a')).toMatch(
    /internal error/,
  )
})

it('a cost that grows with the square of an input’s length fails, a linear one does not', async () => {
  const fields: PublishedOperation['fields'] = { q: { in: 'query', schema: {}, required: true } }
  const operation: PublishedOperation = { id: 'search', method: 'GET', path: '/search', fields }
  async function failuresAt(costMs: (length: number) => number): Promise<string[]> {
    let spentMs = 0
    const send = async ([shot]: readonly Pick<Shot, 'bytes'>[]) => {
      spentMs += costMs(shot!.bytes.length)
      return []
    }
    return (await growthOf(() => spentMs, [operation], { send })).failures
  }
  expect(await failuresAt((length) => length / 50)).toEqual([])
  expect(await failuresAt((length) => length ** 2 / 1e10)).toEqual([])
  expect((await failuresAt((length) => length ** 2 / 1000)).length).toBeGreaterThan(5)
})
