/** An invented company in the store, as if the register had been asked a moment ago. */

import { type Layout, pack } from '../../src/background/stored-layout.ts'
import type { OfficerListFacts, RegisteredFacts } from '../../src/company/model/facts.ts'
import { EXAMPLE_OFFICE } from '../../src/company/rules/example.ts'
import { CHARGES, OFFICERS, PROFILE } from '../../src/company/stored-layouts.ts'
import { createDocuments } from '../../src/store/documents.ts'
import { openStore } from '../../src/store/open.ts'

export const BENCH_COMPANY = '99000001'

const profile: RegisteredFacts['profile'] = {
  number: BENCH_COMPANY,
  name: 'HARBOUR LANE BAKERY LIMITED',
  previousNames: [],
  status: 'active',
  statusDetail: null,
  type: 'ltd',
  incorporated: '2012-05-14',
  ceased: null,
  office: EXAMPLE_OFFICE,
  sicCodes: ['10710'],
  accounts: {
    nextDue: '2026-06-30',
    nextPeriodEnd: '2025-09-30',
    lastMadeUpTo: '2024-09-30',
    overdueFlag: true,
    lastType: 'micro-entity',
  },
  confirmation: {
    nextDue: '2027-05-28',
    nextPeriodEnd: '2027-05-14',
    lastMadeUpTo: '2026-05-14',
    overdueFlag: false,
  },
  links: { charges: true, insolvency: false },
}

const officers: OfficerListFacts['officers'] = [
  { role: 'director', appointed: '2012-05-14', resigned: null },
  { role: 'director', appointed: '2018-02-01', resigned: null },
  { role: 'director', appointed: '2014-03-01', resigned: '2026-09-30' },
  { role: 'secretary', appointed: '2012-05-14', resigned: '2019-12-31' },
]

const remarks: RegisteredFacts['remarks'] = {
  officeUndeliverable: false,
  officeDisputed: false,
  annotations: [],
  partialData: null,
  formerNames: { count: 0, since: null, lastChanged: null },
}

export async function seedCompany(dataDir: string): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir })
  const documents = createDocuments(store.main)
  const keep = <T>(layout: Layout<T>, facts: NoInfer<T>) =>
    documents.save(`${layout.name}:${BENCH_COMPANY}`, pack(layout, facts), Date.now())
  await keep(PROFILE, { profile, remarks })
  await keep(OFFICERS, { officers, identity: officers.map(() => null) })
  await keep(CHARGES, { outstanding: 1 })
  await store.close()
}
