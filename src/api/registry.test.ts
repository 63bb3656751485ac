import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noFields, noVerdictSchema } from '../contract/input.ts'
import { bindFree, bindPaid, definePaid } from '../contract/operation.ts'
import type { FreeDeps } from '../meta/deps.ts'
import { freeOperations } from '../meta/index.ts'
import { createRouter, readable } from './registry.ts'

const operation = (id: string, method: 'GET' | 'POST', path: string, names: string[]) =>
  definePaid<object>()({
    id,
    method,
    path,
    family: 'wing-1',
    title: id,
    summary: id,
    priceUsdc: '0.10',
    attribution: '',
    params: z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()]))),
    query: noFields,
    body: null,
    result: z.strictObject({}),
    verdict: noVerdictSchema,
    example: { summary: '', input: {}, result: {} },
    answer: async () => ({ result: {}, sources: [], degradations: [] }),
  })

const route = createRouter([
  ...bindPaid(
    [
      operation('one', 'GET', '/v1/company/{number}', ['number']),
      operation('search', 'GET', '/v1/company/search', []),
      operation('score', 'POST', '/v1/tenders/fit-score', []),
    ],
    {},
  ).map(readable),
  // None of them is run here.
  ...bindFree(freeOperations, {} as FreeDeps).map(readable),
])
const found = (path: string, method = 'GET') => {
  const match = route(method, path)
  return match.kind === 'found'
    ? `${match.bound.operation.id} ${JSON.stringify(match.params)}`
    : match.kind
}

describe('finding an operation', () => {
  it('prefers the static path', () => {
    expect(found('/v1/company/search')).toBe('search {}')
    expect(found('/v1/company/00000006')).toBe('one {"number":"00000006"}')
  })

  it('decodes a parameter, encoded slashes included', () => {
    expect(found('/v1/company/a%2Fb%20%C3%A9')).toBe('one {"number":"a/b é"}')
  })

  it.each([
    '//v1/company/search',
    '/v1//company/search',
    '/v1/company/search/',
    '/V1/company/search',
    '/v1/%63ompany/search',
    '/v1/company/../company/search',
    '/v1/./company/search',
    '/v1/company/',
    '/v1/company/%zz',
    '\\v1\\company\\search',
    'http://localhost/v1/company/search',
    '/v1/company/search\n',
    '',
    '*',
  ])('%j is no path of ours', (path) => {
    expect(['none', 'one {"number":"search\\n"}']).toContain(found(path))
  })

  it('answers undeclared methods with what is allowed; HEAD only where the answer is free', () => {
    expect(route('HEAD', '/v1/company/search')).toEqual({
      kind: 'wrong_method',
      allow: 'GET, OPTIONS',
      paid: true,
    })
    expect(route('GET', '/v1/tenders/fit-score')).toEqual({
      kind: 'wrong_method',
      allow: 'POST, OPTIONS',
      paid: true,
    })
    expect(found('/v1/health', 'HEAD')).toBe('health {}')
  })
})
