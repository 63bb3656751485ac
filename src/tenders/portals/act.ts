/** Notices of the Procurement Act 2023 on Find a Tender (`legalBasis` UKPGA). */
import {
  codes,
  day,
  days,
  deadline,
  each,
  type Fields,
  firstDay,
  flag,
  lastDay,
  latest,
  line,
  listAt,
  moment,
  money,
  texts,
} from '../model/fields.ts'
import type { JsonObject } from '../model/json.ts'
import { readMoney } from '../model/money.ts'
import { readPayments } from '../model/payments.ts'
import type { Effect, Facts } from '../model/release.ts'
import {
  ADDRESS,
  COMMON,
  documents,
  type Layout,
  LOT,
  labels,
  readItem,
  TECHNIQUES,
} from './layout.ts'

/**
 * The notice types, by what they do to their process. UK5 announces a direct award: nothing to bid
 * for.
 */
export const NOTICE_TYPES: Readonly<Record<string, Effect>> = {
  UK12: 'cancelled',
  UK5: 'awarded',
  UK6: 'awarded',
  UK7: 'awarded',
  UK4: 'tender',
  UK1: 'planning',
  UK2: 'planning',
  UK3: 'planning',
  UK13: 'planning',
  UK8: 'none',
  UK9: 'none',
  UK10: 'none',
  UK11: 'none',
  UK14: 'none',
  UK15: 'none',
  UK16: 'none',
  UK17: 'none',
}

/** Pipeline, preliminary engagement, planned procurement. */
export const PLANS: ReadonlySet<string> = new Set(['UK1', 'UK2', 'UK3'])
/** Dynamic markets, whose members are listed as awards. */
export const MARKETS: ReadonlySet<string> = new Set(['UK13', 'UK14', 'UK15', 'UK16'])
/** What became of a contract: payments, performance, change, termination. */
export const CHANGES: ReadonlySet<string> = new Set(['UK8', 'UK9', 'UK10', 'UK11'])

const FACTS: Fields<Facts> = {
  ...COMMON,
  ...TECHNIQUES,
  regime: () => 'act',
  cpvLabels: labels(
    'tender.items[].additionalClassifications[]',
    'awards[].items[].additionalClassifications[]',
  ),
  awardCpv: codes('awards[].items[].additionalClassifications[]'),
  awardAddresses: each(ADDRESS, 'awards[].items[].deliveryAddresses[]'),
  awardStart: firstDay('awards[].contractPeriod.startDate', 'contracts[].period.startDate'),
  awardEnd: lastDay('awards[].contractPeriod.endDate', 'contracts[].period.endDate'),
  payments: readPayments,
  lots: each({ ...LOT, sme: flag('suitability.sme') }, 'tender.lots[]'),
  documents: documents('tender.documents[]', 'planning.documents[]'),
  interestDeadline: deadline('tender.expressionOfInterestDeadline'),
  enquiryMs: moment('tender.enquiryPeriod.endDate'),
  // Conditions of participation.
  requirements: texts('tender.lots[].selectionCriteria.criteria[].description'),
}

export const ACT: Layout = {
  facts: FACTS,
  award: {
    title: line('award.title'),
    items: each(readItem, 'award.items[]'),
    final: money('only.implementation.finalValue'),
    value: (own, index) => changedValue(own) ?? money('only.value', 'award.value')(own, index),
    decided: day('award.date'),
    signed: days('contracts[].dateSigned'),
    starts: day('contracts[].period.startDate', 'award.contractPeriod.startDate'),
    ends: latest('periods[].endDate', 'award.contractPeriod.endDate'),
    maxEnds: days('periods[].maxExtentDate', 'award.contractPeriod.maxExtentDate'),
    actualEnd: latest('contracts[].implementation.endDate'),
    reasons: listAt('contracts[].terminationRationaleClassifications[].id'),
  },
  bids: listAt('tender.submissionMethodDetails'),
}

/** UK1, UK2 and UK3: what is planned has an estimated deadline, which is none. */
export const PLAN: Layout = {
  ...ACT,
  facts: {
    ...FACTS,
    deadline: () => null,
    interestDeadline: () => null,
    deadlineEstimate: deadline(
      'tender.expressionOfInterestDeadline',
      'tender.tenderPeriod.endDate',
    ),
  },
}

/** Returns the value of the last change that states one. */
const changedValue = (own: JsonObject) =>
  listAt('changes[].value')(own)
    .map(readMoney)
    .findLast((value) => value !== null)
