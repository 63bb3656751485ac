import { z } from 'zod'
import { dateOrNull, noFields, noVerdictSchema, textOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import type { LiveIndex } from '../index/live-index.ts'
import { normaliseName } from '../model/buyer.ts'
import type { Contract } from '../model/contract.ts'
import { taxOf } from '../model/money.ts'
import type { Notice } from '../model/notice.ts'
import type { BuyerPayments } from '../model/payments.ts'
import { getPortal } from '../portals/index.ts'
import type { TendersDeps } from './shared/deps.ts'
import { EXAMPLE_BRIEF } from './shared/examples.ts'
import { getNotice, ocidParams } from './shared/one-notice.ts'
import { TENDERS_ATTRIBUTION, taxSchema } from './shared/shapes.ts'

const SHOWN = 10
/** Awards that are looked through for an incumbent. */
const LOOKED_THROUGH = 300
/** Digits in which codes are of one class: 7731 is grounds maintenance, 773 all of horticulture. */
const CLASS_DIGITS = 4

const valueSchema = z
  .strictObject({
    amount: z.int().describe('Whole currency units'),
    currency: z.string().describe('ISO 4217'),
    tax: taxSchema,
  })
  .nullable()
  .describe('As the award states it; null where it states none')
const percentage = (of: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(`Percent of invoices paid ${of}; null where not stated`)

const incumbentSchema = z.strictObject({
  basis: z.enum(['same_process', 'stated_predecessor', 'same_buyer_and_cpv']).meta({
    description:
      'An award of the same process, of one that the notice says it follows, or the newest of this buyer in the same CPV class',
  }),
  supplier: textOrNull.describe(
    'Organisations, joined by commas; null where the award names none or one who may be a person',
  ),
  value: valueSchema,
  contract_end: dateOrNull.describe('End of its contract; null where not stated'),
  ocid: z.string().describe('Contracting process of its award'),
})

/** Dossier on a buyer: awards, incumbent and payment record. */
export const tenderBuyer = definePaid<TendersDeps>()({
  id: 'tender_buyer',
  method: 'GET',
  path: '/v1/tenders/{ocid}/buyer',
  family: 'wing-2',
  priceUsdc: '0.10',
  title: 'Who buys: awards, incumbent, payment record',
  notFor: 'the tender itself: tender_brief has it',
  summary:
    'The buyer behind one UK tender: its newest awards with suppliers and values, the incumbent with the end of its contract, and how punctually it pays.',
  params: ocidParams,
  query: noFields,
  body: null,
  result: z.strictObject({
    buyer: z.string().describe('Name as the notice gives it'),
    ids: z
      .array(z.string())
      .describe('From registers, such as GB-PPON-…; empty where the notice gives none'),
    open_notices: z.int().min(0).describe('Live notices of this buyer'),
    awards: z
      .array(
        z.strictObject({
          ocid: z.string().describe('Contracting process of the award'),
          title: textOrNull.describe('Null where the award gives none'),
          suppliers: z
            .array(z.string())
            .meta({ description: 'Organisations; a supplier who may be a person is left out' }),
          value: valueSchema,
          awarded: z.iso.date().describe('Day of the award'),
          contract_end: dateOrNull.describe('Last day of the contract; null where not stated'),
        }),
      )
      .max(SHOWN)
      .describe('Newest awards of this buyer that the portals published; empty when none is known'),
    incumbent: incumbentSchema
      .nullable()
      .describe('Who holds the contract now, by its awards; null if none shows it'),
    payments: z
      .strictObject({
        period_start: dateOrNull.describe('First day of the half year; null where not stated'),
        period_end: dateOrNull.describe('Last day of the half year; null where not stated'),
        within_30_days_pct: percentage('within 30 days'),
        within_60_days_pct: percentage('in 31 to 60 days'),
        later_pct: percentage('later'),
        mean_days: z
          .number()
          .min(0)
          .nullable()
          .describe('Days to payment on average; null where not stated'),
        notice_url: z.string().describe('The payments compliance notice'),
      })
      .nullable()
      .meta({
        description: 'From the payments compliance notice of its last period; null: none was read',
      }),
  }),
  verdict: noVerdictSchema,
  attribution: TENDERS_ATTRIBUTION,
  example: {
    summary: 'The buyer of a tender found by search',
    listed: [
      'result.buyer',
      'result.open_notices',
      'result.incumbent.supplier',
      'result.incumbent.contract_end',
      'result.payments.mean_days',
    ],
    input: { ocid: EXAMPLE_BRIEF.ocid },
    result: {
      buyer: EXAMPLE_BRIEF.buyer,
      ids: ['GB-PPON-AAAA-1111-BBBB'],
      open_notices: 3,
      awards: [
        {
          ocid: 'ocds-h6vhtk-09f8e7',
          title: 'Grounds maintenance',
          suppliers: ['Example Gardens Limited'],
          value: { amount: 165_000, currency: 'GBP', tax: 'excluded' },
          awarded: '2023-12-01',
          contract_end: '2027-01-31',
        },
      ],
      incumbent: {
        basis: 'same_buyer_and_cpv',
        supplier: 'Example Gardens Limited',
        value: { amount: 165_000, currency: 'GBP', tax: 'excluded' },
        contract_end: '2027-01-31',
        ocid: 'ocds-h6vhtk-09f8e7',
      },
      payments: {
        period_start: '2026-01-01',
        period_end: '2026-06-30',
        within_30_days_pct: 94,
        within_60_days_pct: 4.5,
        later_pct: 1.5,
        mean_days: 17,
        notice_url: 'https://www.find-tender.service.gov.uk/Notice/000009-2026',
      },
    },
  },
  async freshness({ ocid }, { index }, { nowMs }) {
    index.live()
    await getNotice(index, ocid, nowMs)
    return index.origins(nowMs)
  },
  async answer({ ocid }, { index, buyers }, { nowMs }) {
    const live = index.live()
    const { notice } = await getNotice(index, ocid, nowMs)
    const open_notices = openNotices(live, notice, nowMs)
    const stored = await buyers.contracts(notice.buyerKey, notice.buyerNameKey, LOOKED_THROUGH)
    const contracts = stored.map((json) => JSON.parse(json) as Contract)
    const payments = await buyers.payments(notice.buyerKey, notice.buyerNameKey)
    return {
      result: {
        buyer: notice.buyer,
        ids: notice.buyerKey.startsWith('name:') ? [] : [notice.buyerKey],
        open_notices,
        awards: contracts.slice(0, SHOWN).map((contract) => ({
          ocid: contract.ocid,
          title: contract.title,
          suppliers: contract.suppliers,
          value: showContractValue(contract),
          awarded: contract.awarded,
          contract_end: contract.contractEnd,
        })),
        incumbent: findIncumbent(notice, contracts),
        payments:
          payments === null
            ? null
            : (JSON.parse(payments) as BuyerPayments & { notice_url: string }),
      },
      // Awards and open notices are those of all portals.
      ...index.origins(nowMs),
    }
  },
})

function openNotices(live: LiveIndex, notice: Notice, nowMs: number): number {
  const name = normaliseName(notice.buyer)
  live.lapse(nowMs)
  let count = 0
  for (const { normalName } of live.listShown()) if (normalName === name) count += 1
  return count
}

/** A value that only the tender states is not that of the award. */
function showContractValue({ value, estimated, portal }: Contract) {
  if (value === null || estimated) return null
  const { amount, currency } = value
  return { amount, currency, tax: taxOf(value, getPortal(portal).quirks.amountTax) }
}

/** Contracts come newest first. One that a notice ended has no holder. */
function findIncumbent(notice: Notice, stored: readonly Contract[]) {
  const contracts = stored.filter(({ state }) => state === null)
  const ocid = notice.ocid.toLowerCase()
  const before = new Set((notice.predecessors ?? []).map((each) => each.toLowerCase()))
  const wanted = notice.cpv?.[0]?.slice(0, CLASS_DIGITS) ?? null
  const found =
    describeSupplier(
      'same_process',
      contracts.find((each) => each.ocid.toLowerCase() === ocid),
    ) ??
    describeSupplier(
      'stated_predecessor',
      contracts.find((each) => before.has(each.ocid.toLowerCase())),
    ) ??
    describeSupplier(
      'same_buyer_and_cpv',
      contracts.find((each) => wanted !== null && each.cpv.some((code) => code.startsWith(wanted))),
    )
  return found
}

function describeSupplier(
  basis: 'same_process' | 'stated_predecessor' | 'same_buyer_and_cpv',
  contract: Contract | undefined,
) {
  if (!contract) return null
  const { ocid, suppliers, contractEnd } = contract
  const value = showContractValue(contract)
  return { basis, supplier: suppliers.join(', ') || null, value, contract_end: contractEnd, ocid }
}
