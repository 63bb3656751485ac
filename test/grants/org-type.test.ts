import { expect, it } from 'vitest'
import { startService } from '../support/service.ts'

it('400 · an org_type of more than 64 characters, unpaid, without a suggestion', async () => {
  const service = await startService({ wings: 'real' })
  try {
    const { status, json } = await service.ask(
      `/v1/grants/abc/eligibility?org_type=${'x'.repeat(7000)}`,
    )
    expect([status, json.errors]).toEqual([
      400,
      [{ field: 'org_type', in: 'query', message: 'expected at most 64 characters' }],
    ])
  } finally {
    await service.stop()
  }
})
