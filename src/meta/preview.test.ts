import { expect, it } from 'vitest'
import { askFree } from '../../test/support/ask-domain.ts'
import { bindFree } from '../contract/operation.ts'
import { ServiceError } from '../platform/errors.ts'
import type { FreeDeps } from './deps.ts'
import { preview } from './preview.ts'

const unavailable = new ServiceError('UPSTREAM_UNAVAILABLE', 'nothing to sample')
const sample = async (domain: string) => {
  if (domain === 'grants') throw unavailable
  return { ...preview.example.result, query: { domain } }
}
const [operation] = bindFree([preview], { sample } as unknown as FreeDeps)
const ask = (query: Record<string, string>) => askFree(operation!, { query }, { nowMs: 0 })

it.each([
  [{}, 'company'],
  [{ wing: 'tenders' }, 'tenders'],
])('200: %j samples %s', async (query, domain) => {
  expect(await ask(query as Record<string, string>)).toMatchObject({ query: { domain } })
})

it('400: refuses a family that there is none of', async () => {
  await expect(ask({ wing: 'weather' })).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'wing', in: 'query', message: 'expected company, tenders or grants' }],
  })
})

it('503: refuses while no subject of the family can be answered', async () => {
  await expect(ask({ wing: 'grants' })).rejects.toBe(unavailable)
})
