import { expect, it } from 'vitest'
import { inventedDossier } from '../../test/support/invented-dossier.ts'
import { pack } from '../background/stored-layout.ts'
import { silentLog } from '../observe/log.ts'
import type { FunderGeneration, FunderStore } from '../store/funders.ts'
import { DOSSIER } from './corpus/dossier.ts'
import { SUMMARY } from './corpus/summary.ts'
import { createFunderGenerations } from './generations.ts'

const summary = pack(SUMMARY, {
  funders: 1,
  datasets: 1,
  rows: 1,
  included: 1,
  duplicates: 0,
  excludedShareAlike: 0,
  excludedNonGbp: 0,
  excludedZeroAmount: 0,
  unattributed: 0,
  individuals: 0,
})

const dossierJson = (slug: string) => pack(DOSSIER, inventedDossier(slug, [slug], []))
const generation = (id: string): FunderGeneration => ({ id, builtMs: 1, fetchedMs: 1, summary })

it('never serves part of a generation that another process replaced while it was read', async () => {
  const funders = new Map([
    ['old', ['alder', 'birch', 'cedar', 'damson']],
    ['new', ['alder', 'birch', 'cedar', 'elm']],
  ])
  let current = 'old'
  const store: FunderStore = {
    current: async () => generation(current),
    async *dossiers(id) {
      for (const slug of [...(funders.get(id) ?? [])]) {
        if (current === id) yield [dossierJson(slug)]
        // As `replace` does: the new one is current, then the rows of the old one go.
        if (slug === 'birch') current = 'new'
      }
    },
    replace: () => Promise.reject(new Error('not asked')),
  }
  const generations = createFunderGenerations(store, silentLog)
  await generations.reload()
  expect(generations.current()).toMatchObject({ size: 4, generation: { id: 'new' } })
  expect(generations.current()!.find('elm').outcome).toBe('found')
})

it('takes what an earlier release kept for no generation at all', async () => {
  const served = async (kept: FunderGeneration, json: string) => {
    const store: FunderStore = {
      current: async () => kept,
      async *dossiers() {
        yield [json]
      },
      replace: () => Promise.reject(new Error('not asked')),
    }
    const generations = createFunderGenerations(store, silentLog)
    await generations.reload()
    return generations.current()?.size ?? null
  }
  const { coverage: _, ...less } = inventedDossier('alder', ['alder'], [])
  expect(await served(generation('now'), dossierJson('alder'))).toBe(1)
  expect(await served(generation('bare'), JSON.stringify({ ...less }))).toBeNull()
  expect(
    await served(generation('less'), dossierJson('alder').replace(/,"coverage":\{.*?\}/, '')),
  ).toBeNull()
  expect(
    await served(
      generation('tag'),
      dossierJson('alder').replace(/funder-dossier\/\d+/, 'funder-dossier/0'),
    ),
  ).toBeNull()
  expect(
    await served({ ...generation('summary'), summary: '{"included":1}' }, dossierJson('alder')),
  ).toBeNull()
})
