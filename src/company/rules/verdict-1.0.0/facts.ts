/** Facts of verdict rules 1.0.0: the register reduced to what they read. */
import { z } from 'zod'
import type { VerdictFacts } from '../version.ts'

/** More than the register or the regulator lists of one company. */
const MOST_TEXTS = 1000
/** The service reads at most this many officers from the register. */
const MOST_OFFICERS = 3000

const text = z.string().nullable()
const date = z.iso.date().nullable()

const filing = {
  nextDue: date,
  nextPeriodEnd: date,
  lastMadeUpTo: date,
  overdueFlag: z.boolean().nullable(),
}

const office = z.strictObject({
  premises: text,
  address_line_1: text,
  address_line_2: text,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  po_box: text,
})

const firm = z.strictObject({
  frn: z.string(),
  firmName: text,
  status: text,
  statusSince: date,
  permissions: z.array(z.string()).max(MOST_TEXTS),
  warnings: z
    .array(z.string())
    .max(MOST_TEXTS)
    .meta({ description: 'Restrictions and warnings in words, the gravest first' }),
})

const reason = z.string()

export const verdictFacts: z.ZodType<VerdictFacts> = z.strictObject({
  profile: z.strictObject({
    number: z.string(),
    name: text,
    previousNames: z.array(z.string()).max(MOST_TEXTS),
    status: text,
    statusDetail: text,
    type: text,
    incorporated: date,
    ceased: date,
    office: office.nullable(),
    sicCodes: z.array(z.string()).max(MOST_TEXTS),
    accounts: z.strictObject({ ...filing, lastType: text }),
    confirmation: z.strictObject(filing),
    links: z.strictObject({ charges: z.boolean(), insolvency: z.boolean() }),
  }),
  officers: z
    .array(z.strictObject({ role: z.string(), appointed: date, resigned: date }))
    .max(MOST_OFFICERS)
    .nullable()
    .meta({ description: 'Appointments; null when the list could not be fetched' }),
  charges: z.strictObject({ outstanding: z.int().min(0) }).nullable(),
  insolvency: z.strictObject({ cases: z.array(z.string()).max(MOST_TEXTS) }).nullable(),
  standing: z
    .discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('matched'), firm }),
      z.strictObject({ outcome: z.literal('not_found') }),
      z.strictObject({ outcome: z.literal('ambiguous'), reason }),
      z.strictObject({ outcome: z.literal('not_consulted'), reason }),
      z.strictObject({ outcome: z.literal('unavailable'), reason }),
    ])
    .meta({ description: 'What the financial regulator says of the company' }),
})
