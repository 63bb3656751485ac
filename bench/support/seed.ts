/** An invented company in the store, as if the register had been asked a moment ago. */

import { type Layout, pack } from '../../src/background/stored-layout.ts'
import type { RegisteredFacts } from '../../src/company/model/facts.ts'
import { VERDICT_EXAMPLE } from '../../src/company/rules/example.ts'
import type { VerdictFacts } from '../../src/company/rules/version.ts'
import { CHARGES, OFFICERS, PROFILE } from '../../src/company/stored-layouts.ts'
import { createDocuments } from '../../src/store/documents.ts'
import { openStore } from '../../src/store/open.ts'

const { profile, officers, charges } = VERDICT_EXAMPLE.facts as VerdictFacts
export const BENCH_COMPANY = profile.number

const remarks: RegisteredFacts['remarks'] = {
  officeUndeliverable: false,
  officeDisputed: false,
  annotations: [],
  partialData: null,
  formerNames: { count: 0, since: null, lastChanged: null },
}

export async function seedCompany(location: Parameters<typeof openStore>[0]): Promise<void> {
  const store = await openStore(location)
  const documents = createDocuments(store.main)
  const keep = <T>(layout: Layout<T>, facts: NoInfer<T>) =>
    documents.save(`${layout.name}:${BENCH_COMPANY}`, pack(layout, facts), Date.now())
  await keep(PROFILE, { profile, remarks })
  await keep(OFFICERS, { officers: [...officers!], identity: officers!.map(() => null) })
  await keep(CHARGES, charges!)
  await store.close()
}
