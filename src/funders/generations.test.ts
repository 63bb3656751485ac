import { expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import type { FunderGeneration, FunderStore } from '../store/funders.ts'
import { createFunderGenerations } from './generations.ts'

const dossierJson = (slug: string) => JSON.stringify({ slug, names: [slug], ids: [], giving: { grants_made: 1 } })
const generation = (id: string): FunderGeneration => ({ id, builtMs: 1, fetchedMs: 1, summary: {} })

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
