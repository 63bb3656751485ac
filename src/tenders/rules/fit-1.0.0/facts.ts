/**
 * Facts of fit rules 1.0.0: a supplier, the texts and fields of a notice, and its buyer's earlier
 * awards.
 */
import { z } from 'zod'
import { ALL_REGIONS } from '../../model/regions.ts'
import type { JudgedFacts } from '../version.ts'

/** More than a notice with all its lots has. */
export const MOST_CODES = 5000
export const MOST_LOTS = 5000
const MOST_TEXTS = 100
/** The classification has 45. */
const MOST_DIVISIONS = 200

export const gbp = z.number().min(0)
const texts = z.array(z.string()).max(MOST_TEXTS)
const bound = z.int().min(0).nullable()
const regions = z.int().min(0).max(ALL_REGIONS).meta({
  description: 'Bits of the twelve regions in the order in which the documentation lists them',
})

const history = z.strictObject({
  awards: z.int().min(0),
  sizeStated: z.int().min(0),
  smeAwards: z.int().min(0),
  divisions: z
    .record(
      z.string(),
      z.strictObject({ awards: z.int().min(0), concentration: z.number().min(0).max(1) }),
    )
    .meta({ maxProperties: MOST_DIVISIONS }),
})

const notice = z.strictObject({
  stage: z.enum(['tender', 'planning']),
  cpv: z.array(z.string().regex(/^[0-9]{8}$/)).max(MOST_CODES),
  division: z.string().nullable(),
  regions,
  valueGbp: gbp.nullable(),
  lotValuesGbp: z.array(gbp).max(MOST_LOTS),
  framework: z.boolean(),
  workingDaysLeft: z.int().min(0).nullable(),
  keywordSum: z.number().min(0).meta({
    description: 'Each keyword 1 in the title, 0.5 in description or lots, a synonym half of that',
  }),
  keywordInTitle: z.boolean(),
  excludedInTitle: z.boolean(),
  pastBuyer: z.boolean(),
})

/** Later versions extend this object. */
export const fitFacts = z.strictObject({
  profile: z.strictObject({
    cpv: z.array(z.string().regex(/^[0-9]{2,8}$/)).max(MOST_TEXTS),
    regions,
    remote: z.boolean(),
    valueMin: bound,
    valueMax: bound,
    sme: z.boolean(),
    minWorkingDays: z.int().min(0),
  }),
  notice,
  history: history
    .nullable()
    .meta({ description: "The buyer's awards of the last 36 months; null when none is known" }),
  remarks: z
    .strictObject({
      buyer: z.string(),
      certifications: texts.meta({ description: 'Those that the profile lists' }),
      mentioned: texts.meta({ description: "Those of them that the notice's texts name" }),
      demanded: texts.meta({
        description: 'Well-known ones that a sentence of the notice asks for',
      }),
      deadlineIsDateOnly: z.boolean(),
      valueCurrency: z.string().nullable(),
      excluded: z
        .string()
        .nullable()
        .meta({ description: 'The excluded keyword found in the title' }),
    })
    .meta({ description: 'What flags tell of and no factor reads' }),
}) satisfies z.ZodType<JudgedFacts>
