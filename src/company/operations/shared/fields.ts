/** Input fields and result schemas that the company operations share. */
import { z } from 'zod'
import { dateOrNull, flagSchema, textOrNull } from '../../../contract/input.ts'
import { rulesVersionLabel } from '../../../contract/rules.ts'
import { COMPANY_NUMBER_PATTERN, normaliseCompanyNumber } from '../../model/number.ts'
import { REGISTER_NOTE_CODES } from '../../model/remarks.ts'
import { VERDICT } from '../../rules/published.ts'
import type { VerdictBand } from '../../rules/version.ts'

export const COMPANIES_ATTRIBUTION = 'Contains Companies House data, Crown copyright, Open Government Licence v3.0.'
export const WITH_FCA_ATTRIBUTION = `${COMPANIES_ATTRIBUTION} Contains FCA Financial Services Register information.`

/** The company number, normalised; what is wrong with it has an error code of its own. */
const companyNumber = z
  .string()
  .transform((raw, context) => {
    const reading = normaliseCompanyNumber(raw)
    if (reading.ok) return reading.number
    const hint = 'Use the company_number of GET /v1/company/search, for example SC123456.'
    context.addIssue({ code: 'custom', message: reading.reason, params: { code: 'COMPANY_NUMBER_INVALID', hint } })
    return z.NEVER
  })
  .meta({
    override: { type: 'string', pattern: COMPANY_NUMBER_PATTERN },
    description:
      'Company number: 8 characters, optionally with a two-letter prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded',
    example: '00012345',
  })

export const numberParams = z.strictObject({ number: companyNumber })

export const detailQuery = z.strictObject({
  detail: z
    .literal('full')
    .optional()
    .meta({ description: 'full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens' }),
})

const countOrNull = z.int().min(0).nullable()

const officeSchema = z.strictObject({
  premises: textOrNull,
  address_line_1: textOrNull,
  address_line_2: textOrNull,
  locality: textOrNull,
  region: textOrNull,
  postal_code: textOrNull,
  country: textOrNull,
  po_box: textOrNull,
})

const filingSchema = z.strictObject({
  date: dateOrNull,
  type: textOrNull,
  category: textOrNull,
  description: z.string(),
  pages: countOrNull,
})

const officerRecordSchema = z.strictObject({
  ref: z.string(),
  role: z.string(),
  status: z.enum(['active', 'resigned']),
  appointed: dateOrNull,
  resigned: dateOrNull,
  is_corporate: z.boolean(),
})

const profileSchema = z.strictObject({
  name: textOrNull,
  company_number: z.string(),
  status: textOrNull,
  type: textOrNull,
  incorporated: dateOrNull,
  registered_office: officeSchema.nullable(),
  sic_codes: z.array(z.string()),
  accounts: z.strictObject({
    next_due: dateOrNull,
    next_period_end: dateOrNull,
    overdue: z.boolean().nullable(),
    last_made_up_to: dateOrNull,
    last_type: textOrNull,
  }),
  confirmation_statement: z.strictObject({
    next_due: dateOrNull,
    next_made_up_to: dateOrNull,
    overdue: z.boolean().nullable(),
    last_made_up_to: dateOrNull,
  }),
  officers: z.strictObject({ active: countOrNull, total: countOrNull, resigned_last_12m: countOrNull }),
  age_years: z.number().nullable(),
  filing_history: z.array(filingSchema).nullable().optional().meta({ description: 'Only with detail=full: the last 10, newest first' }),
  officer_records: z
    .array(officerRecordSchema)
    .nullable()
    .optional()
    .meta({ description: 'Only with detail=full: at most 35, active ones first, without anything that identifies a person' }),
})

const ruleCode = z.enum(VERDICT.current.table.rules.map((rule) => rule.code))

const evaluationSchema = z.strictObject({
  rules_version: rulesVersionLabel(VERDICT),
  evaluated_on: z.iso.date(),
  inputs_hash: z.string(),
  rules: z.array(z.strictObject({ code: ruleCode, outcome: z.enum(['fired', 'clear', 'not_applicable', 'unavailable']) })),
})
const EVALUATION = { description: 'Only with detail=full: what every rule came to' }

/** What a verdict answers with: the profile, and at full depth every rule's outcome. */
const judgedSchema = profileSchema.extend({ evaluation: evaluationSchema.optional().meta(EVALUATION) })

const number = (description: string) => z.int().min(0).meta({ description })

/** Beyond the specification, at full depth only. */
const extraFields = {
  officers_identity: z
    .strictObject({
      verified: number('Identity verified, in force on the day of the answer'),
      due: number('Not verified; the statement is due on the day of the answer or later'),
      overdue: number('Not verified; the statement was due before the day of the answer'),
      not_told: number('The register tells nothing: no duty to verify, or an appointment that it has not annotated yet'),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'Only with detail=full: identity verification of active directors and members, as counts; null when the officer list is unavailable. No effect on the score',
    }),
  register_notes: z
    .array(
      z.strictObject({
        code: z.enum(REGISTER_NOTE_CODES),
        detail: z.string().meta({ description: 'What the register remarks, in words, with its dates; never a name' }),
      }),
    )
    .optional()
    .meta({ description: 'Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score' }),
}

const countedEvaluationSchema = evaluationSchema.extend({
  judged: number('How many rules could be judged: those that fired or came out clear'),
  not_judged: z
    .array(z.strictObject({ code: ruleCode, reason: z.string().meta({ description: 'Why this rule could not be judged' }) }))
    .meta({ description: 'The other rules, in the order of the table' }),
})

/** @param extras whether answers carry what goes beyond the specification */
export const profileSchemaWith = (extras: boolean) => (extras ? profileSchema.extend(extraFields) : profileSchema)

/** @param extras as above */
export const judgedSchemaWith = (extras: boolean) =>
  extras ? profileSchema.extend({ evaluation: countedEvaluationSchema.optional().meta(EVALUATION), ...extraFields }) : judgedSchema

export const fcaSchema = z.strictObject({
  checked: z.boolean(),
  regulated: z.boolean().nullable(),
  frn: textOrNull,
  firm_name: textOrNull,
  status: textOrNull,
  permissions_summary: textOrNull,
  warnings: z.array(z.string()),
  note: z.string(),
})

export const verdictSchema = z.strictObject({
  score: z.int().min(0).max(100),
  band: z.enum(VERDICT.current.table.bands.map(({ band }) => band as VerdictBand)),
  flags: z.array(flagSchema),
  fca: fcaSchema,
  narrative: textOrNull,
})

/** The profile's verdict slot: no score, but flags that the answer's own sources raised. */
export const unscoredSchema = z.strictObject({
  score: z.null(),
  band: z.null(),
  flags: z.array(flagSchema),
  narrative: z.null(),
})
