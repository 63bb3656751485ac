/** Layouts of what is kept of the registers' answers. A changed member of the facts is a changed schema here; a changed meaning a version. */
import { z } from 'zod'
import type { Layout } from '../background/stored-layout.ts'
import type {
  ChargesFacts,
  FilingListFacts,
  InsolvencyFacts,
  OfficerListFacts,
  RegisteredFacts,
  SearchFacts,
  StandingFacts,
} from './model/facts.ts'

const text = z.string().nullable()
const date = z.iso.date().nullable()

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
const dueFiling = z.strictObject({
  nextDue: date,
  nextPeriodEnd: date,
  lastMadeUpTo: date,
  overdueFlag: z.boolean().nullable(),
})

const profile = z.strictObject({
  number: z.string(),
  name: text,
  previousNames: z.array(z.string()),
  status: text,
  statusDetail: text,
  type: text,
  incorporated: date,
  ceased: date,
  office: office.nullable(),
  sicCodes: z.array(z.string()),
  accounts: dueFiling.extend({ lastType: text }),
  confirmation: dueFiling,
  links: z.strictObject({ charges: z.boolean(), insolvency: z.boolean() }),
})

export const PROFILE: Layout<RegisteredFacts> = {
  name: 'company:profile',
  version: 3,
  schema: z.strictObject({
    profile,
    remarks: z.strictObject({
      officeUndeliverable: z.boolean(),
      officeDisputed: z.boolean(),
      annotations: z.array(z.strictObject({ type: z.string(), created: date })),
      partialData: text,
      formerNames: z.strictObject({ count: z.int(), since: date, lastChanged: date }),
    }),
  }),
}

export const OFFICERS: Layout<OfficerListFacts> = {
  name: 'company:officers',
  version: 3,
  schema: z.strictObject({
    officers: z.array(z.strictObject({ role: z.string(), appointed: date, resigned: date })),
    identity: z.array(
      z.strictObject({ verifiedFrom: date, verifiedUntil: date, dueOn: date }).nullable(),
    ),
  }),
}

export const CHARGES: Layout<ChargesFacts> = {
  name: 'company:charges',
  version: 1,
  schema: z.strictObject({ outstanding: z.int() }),
}

export const INSOLVENCY: Layout<InsolvencyFacts> = {
  name: 'company:insolvency',
  version: 1,
  schema: z.strictObject({ cases: z.array(z.string()) }),
}

export const FILINGS: Layout<FilingListFacts> = {
  name: 'company:filing-history',
  version: 2,
  schema: z.strictObject({
    filings: z
      .array(
        z.strictObject({
          date,
          type: text,
          category: text,
          description: z.string(),
          pages: z.int().nullable(),
        }),
      )
      .nullable(),
  }),
}

export const SEARCH: Layout<SearchFacts> = {
  name: 'company:search',
  version: 2,
  schema: z.strictObject({
    hits: z.array(
      z.strictObject({
        company_number: z.string(),
        name: text,
        status: text,
        incorporated: date,
        address_snippet: text,
      }),
    ),
    total: z.int(),
  }),
}

const firm = z.strictObject({
  frn: z.string(),
  firmName: text,
  status: text,
  statusSince: date,
  permissions: z.array(z.string()),
  warnings: z.array(z.string()),
})

export const FCA_STANDING: Layout<StandingFacts> = {
  name: 'company:fca',
  version: 2,
  schema: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('matched'), firm }),
    z.strictObject({ outcome: z.literal('not_found') }),
    z.strictObject({ outcome: z.literal('ambiguous'), reason: z.string() }),
  ]),
}
