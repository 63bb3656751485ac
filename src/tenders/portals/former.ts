/**
 * Notices under the regulations of 2015 and 2016 (`legalBasis` CELEX): Scottish buyers on Find a
 * Tender, and all of Public Contracts Scotland and Sell2Wales.
 */
import { readCorrections } from '../model/corrections.ts'
import {
  codes,
  day,
  days,
  each,
  firstDay,
  instant,
  lastDay,
  latest,
  line,
  listAt,
  money,
  type Read,
  text,
  texts,
} from '../model/fields.ts'
import { asObject, asText, type JsonObject } from '../model/json.ts'
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
 * Find a Tender links 3 % of its releases to their process on Public Contracts Scotland (2026-08).
 */
const readCanonical: Read<string> = (source) => {
  const [href] = listAt('links[rel=canonical].href')(source)
  const ocid = /ocds-[a-z0-9]{6}-[A-Za-z0-9-]{1,81}/i.exec(asText(href) ?? '')?.[0].toLowerCase()
  return ocid === String(source.ocid).toLowerCase() ? null : ocid
}

export const FORMER: Layout = {
  facts: {
    ...COMMON,
    ...TECHNIQUES,
    regime: () => 'legacy',
    additional: text('description'),
    minValue: money('tender.minValue'),
    cpv: codes('tender.classification'),
    cpvLabels: labels('tender.classification', 'tender.items[].additionalClassifications[]'),
    awardAddresses: each(
      ADDRESS,
      'awards[].items[].deliveryAddresses[]',
      'contracts[].items[].deliveryAddresses[]',
    ),
    awardStart: firstDay('awards[].contractPeriod.startDate', 'contracts[].period.startDate'),
    awardEnd: lastDay('awards[].contractPeriod.endDate', 'contracts[].period.endDate'),
    lots: each(LOT, 'tender.lots[]'),
    documents: documents('tender.documents[]'),
    corrections: ({ tender }) => readCorrections(asObject(tender) ?? {}),
    canonical: readCanonical,
    requirements: (source) =>
      [
        ...listAt('tender.selectionCriteria.criteria[]')(source).flatMap((criterion) =>
          texts('description', 'minimum')(criterion as JsonObject),
        ),
        ...texts('tender.contractTerms.performanceTerms')(source),
      ].filter(({ length }) => length > 3),
  },
  // Files of 2021 state on the award what notices of 2026 state on its contract.
  award: {
    title: line('award.title'),
    items: each(readItem, 'award.items[]', 'contracts[].items[]'),
    value: money('only.value', 'award.value'),
    decided: day('award.date'),
    publishedMs: instant('award.datePublished'),
    signed: days('contracts[].dateSigned'),
    starts: day('contracts[].period.startDate', 'award.contractPeriod.startDate'),
    ends: latest('contracts[].period.endDate', 'award.contractPeriod.endDate'),
    maxEnds: days('award.contractPeriod.maxExtentDate'),
  },
  bids: listAt('tender.submissionMethodDetails', 'tender.communication.atypicalToolUrl'),
}
