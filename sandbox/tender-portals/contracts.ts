/**
 * Invented award notices of contracts that run, end soon, ended, were changed or were terminated.
 */
import type { PublishedRelease } from './published.ts'

const DAY_MS = 86_400_000
const FIRST_PROCESS = 0xc0_0000

interface Supplier {
  name: string
  /** Company number in the spelling of the notice; absent if it states none. */
  number?: string
}

interface Stated {
  title: string
  buyer: string
  nuts: string
  cpv: string
  suppliers: readonly Supplier[]
  amount?: number
  /** Days from the test's day. */
  awarded: number
  ends?: number
  endsAtLatest?: number
  framework?: boolean
}

/** Company of the sandbox's register; notices write its number in three ways. */
const BAKERY = 'Harbour Lane Bakery Limited'

const CONTRACTS: readonly Stated[] = [
  {
    title: 'Cleaning of schools',
    buyer: 'Leeds Example Council',
    nuts: 'UKE42',
    cpv: '90910000',
    suppliers: [{ name: 'Example Cleaning Limited', number: '99000002' }],
    amount: 420_000,
    awarded: -800,
    ends: 120,
    endsAtLatest: 850,
  },
  {
    title: 'Window cleaning for civic buildings',
    buyer: 'Leeds Example Council',
    nuts: 'UKE42',
    cpv: '90911300',
    suppliers: [{ name: 'Example Cleaning Ltd' }],
    amount: 36_000,
    awarded: -300,
    ends: 60,
  },
  {
    title: 'School meals',
    buyer: 'Kent Example Council',
    nuts: 'UKJ41',
    cpv: '55524000',
    suppliers: [{ name: BAKERY, number: '99 000 001' }],
    amount: 900_000,
    awarded: -400,
    ends: 400,
  },
  {
    title: 'Bread for hospitals',
    buyer: 'Leeds Example Hospitals NHS Trust',
    nuts: 'UKE42',
    cpv: '15811100',
    suppliers: [{ name: 'HARBOUR LANE BAKERY LTD', number: '99000001' }, { name: 'Robin Sandbox' }],
    amount: 80_000,
    awarded: -500,
    ends: -10,
    endsAtLatest: 355,
  },
  {
    title: 'Catering framework for offices',
    buyer: 'Kent Example Council',
    nuts: 'UKJ41',
    cpv: '55500000',
    suppliers: [
      { name: BAKERY, number: '99000001' },
      { name: 'Example Catering LLP', number: 'OC990001' },
    ],
    amount: 5_000_000,
    awarded: -200,
    ends: 900,
    framework: true,
  },
  {
    title: 'Vending machines',
    buyer: 'Kent Example Council',
    nuts: 'UKJ41',
    cpv: '42933000',
    suppliers: [{ name: BAKERY }],
    amount: 12_000,
    awarded: -100,
    ends: 500,
  },
  {
    title: 'Maintenance of lifts',
    buyer: 'Leeds Example Council',
    nuts: 'UKE42',
    cpv: '50750000',
    suppliers: [{ name: 'Example Lifts Limited', number: '99000003' }],
    awarded: -50,
  },
  {
    title: 'Grounds maintenance',
    buyer: 'Leeds Example Council',
    nuts: 'UKE42',
    cpv: '77314000',
    suppliers: [{ name: 'Example Gardens Limited', number: '99000004' }],
    amount: 200_000,
    awarded: -1500,
    ends: -405,
  },
]

const date = (ms: number) => `${new Date(ms).toISOString().slice(0, 10)}T00:00:00Z`

/**
 * UK7 notices published some hours before `nowMs`; one contract was extended, and one terminated.
 */
export function contractReleases(nowMs: number): PublishedRelease[] {
  const first = CONTRACTS.map((stated, index) => release(stated, index, nowMs, 30 + index))
  const changed = { ...CONTRACTS[2]!, ends: 765 }
  return [
    ...first,
    release(changed, 2, nowMs, 5, { tag: ['contractAmendment'] }),
    release(CONTRACTS[5]!, 5, nowMs, 4, { tag: ['contractTermination'], status: 'terminated' }),
  ]
}

function release(
  stated: Stated,
  index: number,
  nowMs: number,
  hoursAgo: number,
  { tag = ['award', 'contract'], status = 'active' }: { tag?: string[]; status?: string } = {},
): PublishedRelease {
  const publishedMs = nowMs - hoursAgo * 3_600_000
  const on = (days: number) => date(nowMs + days * DAY_MS)
  const ocid = `ocds-h6vhtk-${(FIRST_PROCESS + index).toString(16)}`
  const id = `${String(800_000 + index * 10 + tag.length).padStart(6, '0')}-${on(0).slice(0, 4)}`
  const buyerId = `GB-PPON-${stated.buyer.slice(0, 4).trim().toUpperCase()}-1111-AAAA`
  const suppliers = stated.suppliers.map(({ name }, at) => ({ id: `GB-FTS-${index}${at}`, name }))
  const period = {
    startDate: on(stated.awarded + 20),
    ...(stated.ends === undefined ? {} : { endDate: on(stated.ends) }),
    ...(stated.endsAtLatest === undefined ? {} : { maxExtentDate: on(stated.endsAtLatest) }),
  }
  const json = JSON.stringify({
    ocid,
    id,
    tag,
    date: new Date(publishedMs).toISOString(),
    initiationType: 'tender',
    buyer: { id: buyerId, name: stated.buyer },
    parties: [
      { id: buyerId, name: stated.buyer, roles: ['buyer'] },
      ...suppliers.map((supplier, at) => ({
        ...supplier,
        roles: ['supplier'],
        ...(stated.suppliers[at]!.number
          ? { identifier: { scheme: 'GB-COH', id: stated.suppliers[at]!.number } }
          : {}),
      })),
    ],
    tender: {
      id: ocid,
      title: stated.title,
      status: 'complete',
      ...(stated.framework ? { techniques: { hasFrameworkAgreement: true } } : {}),
    },
    awards: [
      {
        id: '1',
        status: 'active',
        date: on(stated.awarded),
        ...(stated.amount === undefined
          ? {}
          : { value: { amount: stated.amount, currency: 'GBP' } }),
        suppliers,
        items: [
          {
            id: '1',
            additionalClassifications: [{ scheme: 'CPV', id: stated.cpv }],
            deliveryAddresses: [{ region: stated.nuts }],
          },
        ],
      },
    ],
    contracts: [{ id: '1', awardID: '1', status, period }],
  })
  return { portal: 'find-a-tender', publishedMs, ocid, id, json }
}
