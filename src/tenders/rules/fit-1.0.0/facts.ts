/** What fit rules 1.0.0 are given: a supplier, a notice as its texts and fields were read, and what its buyer bought before. */
import { z } from 'zod'
import type { FitFacts } from '../version.ts'

const gbp = z.number()
const regions = z.int().min(0).meta({ description: 'Bits of the twelve regions in the order in which the documentation lists them' })

const history = z.strictObject({
  awards: z.int().min(0),
  sizeStated: z.int().min(0),
  smeAwards: z.int().min(0),
  divisions: z.record(z.string(), z.strictObject({ awards: z.int().min(0), concentration: z.number().min(0).max(1) })),
})

export const fitFacts: z.ZodType<FitFacts> = z.strictObject({
  profile: z.strictObject({
    cpv: z.array(z.string().regex(/^[0-9]{2,8}$/)),
    regions,
    remote: z.boolean(),
    valueMin: gbp.nullable(),
    valueMax: gbp.nullable(),
    sme: z.boolean(),
    minWorkingDays: z.int().min(0),
  }),
  notice: z.strictObject({
    stage: z.enum(['tender', 'planning']),
    cpv: z.array(z.string().regex(/^[0-9]{8}$/)),
    division: z.string().nullable(),
    regions,
    valueGbp: gbp.nullable(),
    lotValuesGbp: z.array(gbp),
    framework: z.boolean(),
    workingDaysLeft: z.int().nullable(),
    keywordSum: z.number().min(0).meta({ description: 'Each keyword 1 in the title, 0.5 in description or lots, a synonym half of that' }),
    keywordInTitle: z.boolean(),
    excludedInTitle: z.boolean(),
    pastBuyer: z.boolean(),
  }),
  history: history.nullable().meta({ description: "The buyer's awards of the last 36 months; null when none is known" }),
})
