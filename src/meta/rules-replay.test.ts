import { expect, it } from 'vitest'
import { z } from 'zod'
import { askFree } from '../../test/support/ask-domain.ts'
import { bindFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'
import { rulesReplay } from './rules-replay.ts'

const version = { version: '1.0.0', facts: z.strictObject({ age: z.int() }) }
const rules = {
  subject: 'fit',
  versions: [version],
  findVersion: (name: string) => (name === '1.0.0' ? version : null),
  replay: (_version: object, facts: { age: number }, date: string) => ({
    rules_version: '1.0.0',
    date,
    inputs_hash: '0123456789abcdef',
    result: { score: facts.age },
  }),
}
const [operation] = bindFree([rulesReplay], { rules: [rules] } as unknown as FreeDeps)
const replay = (subject: string, body: object) =>
  askFree(operation!, { params: { subject }, body }, { nowMs: 0 })

const GOOD = { rules_version: '1.0.0', date: '2026-11-20', facts: { age: 7 } }

it('200: judges the given facts by the named version on the given day', async () => {
  expect(await replay('fit', GOOD)).toEqual({
    rules_version: '1.0.0',
    date: '2026-11-20',
    inputs_hash: '0123456789abcdef',
    result: { score: 7 },
  })
})

it.each([
  ['an unknown version', { ...GOOD, rules_version: '9.9.9' }, 'rules_version'],
  ['a day that there is none of', { ...GOOD, date: '2026-02-30' }, 'date'],
  ['a fact of another kind', { ...GOOD, facts: { age: 'old' } }, 'facts.age'],
  ['an unknown fact', { ...GOOD, facts: { age: 7, more: 1 } }, 'facts.more'],
])('400: refuses %s and names the field', async (_, body, field) => {
  await expect(replay('fit', body)).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field, in: 'body' }],
  })
})

it('400: refuses a subject without published rules', async () => {
  await expect(replay('weather', GOOD)).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'subject', in: 'path' }],
  })
})
