/** An invented company that pages and documents judge by every published version. */
import type { WorkedExample } from '../../contract/rules.ts'
import type { VerdictFacts } from './version.ts'

export const EXAMPLE_OFFICE = {
  premises: '4',
  address_line_1: 'Harbour Lane',
  address_line_2: null,
  locality: 'Exampleton',
  region: null,
  postal_code: 'EX1 1AA',
  country: 'England',
  po_box: null,
}

const facts: VerdictFacts = {
  profile: {
    number: '99000001',
    name: 'HARBOUR LANE BAKERY LIMITED',
    previousNames: [],
    status: 'active',
    statusDetail: 'active-proposal-to-strike-off',
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
  },
  officers: [
    { role: 'director', appointed: '2012-05-14', resigned: null },
    { role: 'director', appointed: '2019-03-01', resigned: '2026-02-28' },
    { role: 'secretary', appointed: '2019-03-01', resigned: '2026-08-31' },
  ],
  charges: { outstanding: 1 },
  insolvency: { cases: [] },
  standing: { outcome: 'not_consulted', reason: 'the FCA register is not asked here' },
}

export const VERDICT_EXAMPLE: WorkedExample = {
  about:
    'A bakery of fourteen years has not filed its accounts that were due on 30 June 2026, two of its three officers left within a year, a charge is outstanding, and the registrar proposes to strike it off.',
  date: '2026-11-18',
  facts,
}
