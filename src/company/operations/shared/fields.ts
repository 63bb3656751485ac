/** Input fields and result schemas that the company operations share. */
import { z } from 'zod'
import { dateOrNull, flagSchema, textOrNull } from '../../../contract/input.ts'
import { findJudgedFacts, rulesVersionField } from '../../../contract/rules.ts'
import { COMPANY_NUMBER_PATTERN } from '../../../platform/company-number.ts'
import { normaliseCompanyNumber } from '../../model/number.ts'
import { REGISTER_NOTE_CODES } from '../../model/register-notes.ts'
import { EVIDENCE_CODES } from '../../rules/evidence.ts'
import { VERDICT } from '../../rules/published.ts'
import type { VerdictBand } from '../../rules/version.ts'

export const COMPANIES_ATTRIBUTION =
  'Contains Companies House data, Crown copyright, Open Government Licence v3.0.'
export const WITH_FCA_ATTRIBUTION = `${COMPANIES_ATTRIBUTION} Contains FCA Financial Services Register information.`

/** The normalised company number; a malformed one has a separate error code. */
export const companyNumber = z
  .string()
  .transform((raw, context) => {
    const reading = normaliseCompanyNumber(raw)
    if (reading.ok) return reading.number
    const hint = 'Use the company_number of GET /v1/company/search, for example SC123456.'
    context.addIssue({
      code: 'custom',
      message: reading.reason,
      params: { code: 'COMPANY_NUMBER_INVALID', hint },
    })
    return z.NEVER
  })
  .meta({
    override: { type: 'string', pattern: COMPANY_NUMBER_PATTERN },
    description:
      'Company number: 8 characters, optionally with a prefix (SC Scotland, NI Northern Ireland, OC LLP); 6 or 7 digits are padded',
    example: '00012345',
  })

export const numberParams = z.strictObject({ number: companyNumber })

export const detailQuery = z.strictObject({
  detail: z.literal('full').optional().meta({
    description:
      'full adds the last 10 filings and anonymised officer records and lifts the cap of about 800 tokens',
  }),
})

const countOrNull = z.int().min(0).nullable()

const officeSchema = z.strictObject({
  premises: textOrNull.describe(
    'House name or number; null where the register has none, or its monthly file answers',
  ),
  address_line_1: textOrNull.describe('Street; null where the register has none'),
  address_line_2: textOrNull.describe('Second line; null where the register has none'),
  locality: textOrNull.describe('Town; null where the register has none'),
  region: textOrNull.describe('County or region; null where the register has none'),
  postal_code: textOrNull.describe('Postcode; null where the register has none'),
  country: textOrNull.describe('Country in words; null where the register has none'),
  po_box: textOrNull.describe('PO box; null where the register has none'),
})

const filingSchema = z.strictObject({
  date: dateOrNull.describe('Day of filing; null where the register gives none'),
  type: textOrNull.describe('Form, such as AA or CS01; null where the register gives none'),
  category: textOrNull.describe(
    "The register's category, such as accounts; null where it gives none",
  ),
  description: z
    .string()
    .describe("The register's description in words with its dates; never a person's name"),
  pages: countOrNull.describe('Pages of the document; null where the register gives none'),
})

const officerRecordSchema = z.strictObject({
  ref: z
    .string()
    .describe('o1, o2, …: distinguishes the officers of this answer, without meaning beyond it'),
  role: z.string().describe("The register's role, such as director"),
  status: z.enum(['active', 'resigned']).describe('On the day of the answer'),
  appointed: dateOrNull.describe(
    'Day of appointment; null where the register gives none, as of appointments from before 1992',
  ),
  resigned: dateOrNull.describe(
    'Day of resignation; null for who has not resigned, or had not when the company ended (status resigned)',
  ),
  is_corporate: z.boolean().describe('An organisation, not a person'),
})

const profileSchema = z.strictObject({
  name: textOrNull.describe(
    'Registered name at Companies House; null where the register gives none',
  ),
  company_number: z.string().describe('8 characters, as the register prints it'),
  status: textOrNull.describe(
    "The register's status, such as active, dissolved or liquidation; null where it gives none",
  ),
  type: textOrNull.describe(
    "The register's company type, such as ltd, plc or llp; null where it gives none",
  ),
  incorporated: dateOrNull.describe('Day of incorporation; null where the register gives none'),
  registered_office: officeSchema
    .nullable()
    .describe('Registered office on the register; null where it gives none'),
  sic_codes: z.array(z.string()).describe('SIC codes of the business, as filed; empty where none'),
  accounts: z
    .strictObject({
      next_due: dateOrNull.describe(
        'Day by which the next accounts must be filed; null where the register gives none',
      ),
      next_period_end: dateOrNull.describe(
        'End of the period that they cover; null where the register gives none, or its monthly file answers',
      ),
      overdue: z
        .boolean()
        .nullable()
        .describe('Whether they are past due on the day of the answer; null when unknown'),
      last_made_up_to: dateOrNull.describe(
        'End of the period of the last accounts filed; null when none were',
      ),
      last_type: textOrNull.describe(
        'Kind of the last accounts, such as micro-entity or dormant; null when none were filed',
      ),
    })
    .describe('Annual accounts, from the register'),
  confirmation_statement: z
    .strictObject({
      next_due: dateOrNull.describe(
        'Day by which the next statement must be filed; null where the register gives none',
      ),
      next_made_up_to: dateOrNull.describe(
        'Day as of which it is to be made; null where the register gives none, or its monthly file answers',
      ),
      overdue: z
        .boolean()
        .nullable()
        .describe('Whether it is past due on the day of the answer; null when unknown'),
      last_made_up_to: dateOrNull.describe(
        'Day as of which the last one was made; null when none was filed',
      ),
    })
    .describe('Yearly confirmation statement, from the register'),
  officers: z
    .strictObject({
      active: countOrNull.describe(
        'Officers in post on the day of the answer; null when the list is unavailable',
      ),
      total: countOrNull.describe('Appointments ever; null when the list is unavailable'),
      resigned_last_12m: countOrNull.describe(
        'Resignations in the 12 months before the answer; null when the list is unavailable',
      ),
    })
    .describe('Counts over all roles of the officer list, without names'),
  age_years: z
    .number()
    .nullable()
    .describe(
      'Years from incorporation to the day of the answer, also where the company ended before; one decimal; null without that date',
    ),
  filing_history: z.array(filingSchema).nullable().optional().meta({
    description:
      'Only with detail=full: the last 10, newest first; null when the list is unavailable, or the register holds none of this kind of company',
  }),
  officer_records: z.array(officerRecordSchema).nullable().optional().meta({
    description:
      'Only with detail=full: at most 35, active ones first, without anything that identifies a person; null when the list is unavailable',
  }),
})

const number = (description: string) => z.int().min(0).meta({ description })
const ruleCode = z.enum(VERDICT.current.table.rules.map((rule) => rule.code))

const evaluationSchema = z.strictObject({
  rules_version: rulesVersionField(VERDICT).describe('Published version of the rules that judged'),
  evaluated_on: z.iso.date().describe('Day in London on which they judged'),
  inputs_hash: z
    .string()
    .describe('First 16 hex digits of the SHA-256 of the facts as canonical JSON'),
  rules: z
    .array(
      z.strictObject({
        code: ruleCode.describe('Code of the rule'),
        outcome: z
          .enum(['fired', 'clear', 'not_applicable', 'unavailable'])
          .describe(
            'not_applicable: not for this kind of company; unavailable: what it reads could not be had',
          ),
      }),
    )
    .describe('Every rule, in the order of the table'),
  judged: number('How many rules could be judged: those that fired or came out clear'),
  not_judged: z
    .array(
      z.strictObject({
        code: ruleCode.describe('Code of the rule'),
        reason: z.string().meta({ description: 'Why this rule could not be judged' }),
      }),
    )
    .meta({ description: 'The other rules, in the order of the table' }),
  facts: findJudgedFacts(VERDICT, ''),
})
/** Fields that no rule reads. They are in answers at full depth only. */
const fullDepthFields = {
  officers_identity: z
    .strictObject({
      verified: number('Identity verified, in force on the day of the answer'),
      due: number('Not verified; the statement is due on the day of the answer or later'),
      overdue: number('Not verified; the statement was due before the day of the answer'),
      not_told: number(
        'No data in the register: no duty to verify, or an appointment that it has not annotated yet',
      ),
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
        code: z.enum(REGISTER_NOTE_CODES).describe('What kind of remark'),
        detail: z.string().meta({
          description: 'What the register remarks, in words, with its dates; never a name',
        }),
      }),
    )
    .optional()
    .meta({
      description:
        'Only with detail=full: what the register remarks on the company and no rule reads. No effect on the score',
    }),
}

/** Profile, with what only full depth has. */
export const fullProfileSchema = profileSchema.extend(fullDepthFields)

export const evidenceSchema = z
  .strictObject({
    level: z.enum(['full', 'thin']).describe('thin where there is a reason'),
    reasons: z
      .array(
        z.strictObject({
          code: z.enum(EVIDENCE_CODES).describe('Code of the missing evidence'),
          detail: z.string().describe('In words; shortened first'),
        }),
      )
      .describe('Reasons for a level below full; empty when full'),
  })
  .describe('How much the verdict rests on. No effect on the score')

/** Result of a verdict: the profile, and at full depth the outcome of every rule. */
export const judgedSchema = profileSchema.extend({
  evidence: evidenceSchema,
  evaluation: evaluationSchema
    .optional()
    .meta({ description: 'Only with detail=full: what every rule came to' }),
  ...fullDepthFields,
})

export const fcaSchema = z.strictObject({
  checked: z
    .boolean()
    .describe(
      "Whether the Financial Conduct Authority's register was searched; false says nothing of the company",
    ),
  regulated: z
    .boolean()
    .nullable()
    .describe(
      'true: a firm listed there carries this company number, read status; false: none does; null: not checked or no conclusion',
    ),
  frn: textOrNull.describe('Firm reference number; null when no firm matched'),
  firm_name: textOrNull.describe(
    'Name on that register; null when no firm matched or it gives none',
  ),
  status: textOrNull.describe(
    "That register's status, such as Authorised; null when no firm matched or it gives none",
  ),
  permissions_summary: textOrNull.describe(
    'Number and first names of its permissions; null when no firm matched',
  ),
  warnings: z
    .array(z.string())
    .describe(
      'What speaks against the firm there, a status no longer current first; empty when nothing',
    ),
  note: z.string().describe('How this was found, or why not'),
})

export const verdictBand = z.enum(
  VERDICT.current.table.bands.map(({ band }) => band as VerdictBand),
)

export const verdictSchema = z.strictObject({
  score: z
    .int()
    .min(0)
    .max(100)
    .describe(
      '100 less the points of every rule that fired, never above a cap; by the published verdict rules',
    ),
  band: verdictBand.describe('Band of the score by the same rules'),
  flags: z
    .array(flagSchema)
    .describe(
      'Rules that fired in the order of their table, then sources that failed; empty when none',
    ),
  fca: fcaSchema.describe("The company on the financial regulator's register"),
  narrative: textOrNull.describe(
    'Up to two sentences that a language model wrote from the facts above; null when none was written, and never part of the score',
  ),
})

/** The profile's verdict slot: no score, but flags that the answer's own sources raised. */
export const unscoredSchema = z.strictObject({
  score: z.null().describe('Always null: company_verdict judges'),
  band: z.null().describe('Always null: company_verdict judges'),
  flags: z.array(flagSchema).describe('Sources that failed; empty when none'),
  narrative: z.null().describe('Always null'),
})
