import { expect, it } from 'vitest'
import { askFree } from '../../test/support/ask-domain.ts'
import { bindFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'
import { health } from './health.ts'

const [operation] = bindFree([health], {
  health: async () => health.example.result,
} as unknown as FreeDeps)

it('200: returns the report as it is', async () => {
  expect(await askFree(operation!, {}, { nowMs: 0 })).toEqual(health.example.result)
})

it('400: refuses a field', async () => {
  await expect(askFree(operation!, { query: { q: 'x' } }, { nowMs: 0 })).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'q', in: 'query' }],
  })
})
