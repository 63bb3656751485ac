import { expect, it } from 'vitest'
import { envelope } from '../contract/envelope.ts'
import { silentLog } from '../observe/log.ts'
import { ServiceError } from '../platform/errors.ts'
import type { BoundPaid } from './registry.ts'
import { createSampler } from './sampler.ts'

const TODAY = Date.parse('2026-11-21T10:00:00Z')
const unknown = new ServiceError('SUBJECT_NOT_FOUND', 'There is none.')
const away = new ServiceError('UPSTREAM_UNAVAILABLE', 'No answer.')

/** A sampler over these subjects, where the ones named fail so. */
function samplerOver(numbers: readonly string[], faults: Record<string, Error>) {
  const asked: string[] = []
  const told: object[] = []
  const sample = createSampler({
    pipeline: {
      async sample(_bound, { params }) {
        asked.push(params.number!)
        if (faults[params.number!]) throw faults[params.number!]
        return envelope(
          { number: params.number },
          { result: null, sources: [], degradations: [] },
          '',
          '0',
          '2026-11-20T00:00:00Z',
        )
      },
    },
    find: () => ({}) as BoundPaid,
    subjects: () =>
      numbers.map((number) => ({ operationId: 'company_verdict', params: { number } })),
    log: { ...silentLog, warn: (fields) => void told.push(fields) },
  })
  return {
    asked,
    told,
    /** The subject that was answered. */
    sample: async (atMs = TODAY) => (await sample(atMs, new AbortController().signal)).query.number,
  }
}

it('skips a subject that the register does not have, logs it once, and uses the same next one all day', async () => {
  const { sample, asked, told } = samplerOver(['1', '2', '3'], { 1: unknown })
  expect([await sample(), await sample(), await sample()]).toEqual(['2', '2', '2'])
  expect(asked).toEqual(['1', '2', '2', '2'])
  expect(told).toEqual([{ operation: 'company_verdict', params: { number: '1' } }])
  await sample(TODAY + 86_400_000)
  expect(asked.slice(-2)).toEqual(['1', '2'])
})

it('reaches the last subject when all before it are unknown, over several requests at most', async () => {
  const { sample } = samplerOver(['1', '2', '3', '4'], { 1: unknown, 2: unknown, 3: unknown })
  await expect(sample()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  expect(await sample()).toBe('4')
})

it('gives up after three subjects when the source itself is away, and does not hold it against them', async () => {
  const { sample, asked, told } = samplerOver(['1', '2', '3', '4'], { 1: away, 2: away, 3: away })
  await expect(sample()).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    cause: away,
    retryAfterSeconds: 60,
  })
  expect([asked, told]).toEqual([['1', '2', '3'], []])
})
