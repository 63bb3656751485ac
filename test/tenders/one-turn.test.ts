/** A generation is read within the turn in which it was asked for: as soon as the next one serves, its memory and its file are gone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHIPPED_HOLIDAYS } from '../../src/kernel/bank-holidays.ts'
import { londonDate } from '../../src/kernel/london.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createBuyerStore } from '../../src/store/tender-buyers.ts'
import type { Generation } from '../../src/tenders/index/generation.ts'
import { tenderOperations } from '../../src/tenders/operations/index.ts'
import type { TendersDeps } from '../../src/tenders/operations/shared/deps.ts'
import { generationOf, SAMPLES_NOW, sampleNotice } from './samples.ts'

const operations = tenderOperations(true)
const OCID = 'ocds-abcdef-a'
const INPUTS: Record<string, object> = {
  tenders_search: { query: { q: 'cleaning' } },
  tender_brief: { params: { ocid: OCID } },
  tender_buyer: { params: { ocid: OCID } },
  tenders_fit_score: { body: { keywords: ['cleaning'], past_buyers: ['Council of a'], sme: true } },
}

let dataDir: string
let store: Store
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ukintel-turn-'))
  store = await openStore({ databaseUrl: null, dataDir })
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

/** As when the next generation is read into its memory. */
function takeBack(generation: Generation): void {
  generation.close()
  const seen = new Set<unknown>()
  const detach = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (ArrayBuffer.isView(value)) (value.buffer as ArrayBuffer).transfer()
    else for (const each of Object.values(value)) detach(each)
  }
  detach(generation.data)
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s answers though the next one serves at once',
  async (id, operation) => {
    const notices = ['a', 'b', 'c'].map((key) => sampleNotice({ key, ocid: `ocds-abcdef-${key}` }))
    const ask = async (swapped: boolean) => {
      const generation = await generationOf(notices)
      function read() {
        if (swapped) queueMicrotask(() => takeBack(generation))
        return generation
      }
      const deps: TendersDeps = {
        index: {
          generation: read,
          searchable: read,
          heldText: () => '',
          origins: () => ({ sources: [], degradations: [], attribution: '' }),
          originsOf: () => ({ sources: [], degradations: [], attribution: '' }),
        },
        buyers: createBuyerStore(store.main),
        holidays: () => SHIPPED_HOLIDAYS,
      }
      const input = INPUTS[id] as { params?: object; query?: object; body?: object }
      const parsed = {
        ...operation.params.parse(input.params ?? {}),
        ...operation.query.parse(input.query ?? {}),
        ...(operation.body?.parse(input.body ?? {}) as object | undefined),
      }
      const context = { nowMs: SAMPLES_NOW, today: londonDate(SAMPLES_NOW) }
      return operation.answer(parsed as never, deps, context as never)
    }
    const answer = await ask(true)
    expect(JSON.stringify(answer)).toContain('Council of')
    expect(answer).toEqual(await ask(false))
  },
)
