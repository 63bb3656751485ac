/** A company in a generation of the mirror: from the monthly file, or complete from the stream. */
import { z } from 'zod'
import { type Layout, pack, unpack } from '../../background/stored-layout.ts'
import type { MirroredCompany } from '../../store/company-mirror/generation.ts'
import type { BulkCompany } from '../model/bulk.ts'
import type { ProfileFacts, RegisteredFacts } from '../model/facts.ts'
import { nameWords } from '../model/name-words.ts'
import { PROFILE } from '../stored-layouts.ts'

/**
 * Generations of another layout are no copies: raised whenever a row, or the words of a name, would
 * be made otherwise.
 */
export const MIRROR_LAYOUT = 'company-mirror/2'

const text = z.string().nullable()

/** Columns in place of members: names of members would be half of what five million rows take. */
const BULK_ROW = z.tuple([
  z.string(),
  text,
  text,
  text,
  text,
  text,
  z.array(text).nullable(),
  z.array(z.string()),
  z.tuple([text, text, text]),
  z.tuple([text, text]),
  z.int().nullable(),
  z.boolean(),
  z.array(z.tuple([z.string(), text])),
  z.array(z.enum(['status', 'account type'])),
])

const STREAMED: Layout<{ facts: RegisteredFacts; publishedMs: number }> = {
  name: 'company:streamed',
  version: 2,
  schema: z.strictObject({ facts: PROFILE.schema, publishedMs: z.number() }),
}

/** Statuses of companies that have ended. */
const ENDED = new Set(['dissolved', 'converted-closed', 'closed', 'removed'])

const findEnd = ({ status }: ProfileFacts) => status !== null && ENDED.has(status)

/**
 * One name for each row, former ones behind it; names without a word of letters or digits cannot be
 * looked for.
 */
function listNames(name: string | null, former: readonly string[]): string[][] {
  const words = [name, ...former].map((each) => (each === null ? [] : [...nameWords(each).words]))
  const seen = new Set<string>()
  return words.filter(
    (each) => each.length > 0 && !seen.has(each.join(' ')) && seen.add(each.join(' ')),
  )
}

const OFFICE = [
  'premises',
  'address_line_1',
  'address_line_2',
  'locality',
  'region',
  'postal_code',
  'country',
  'po_box',
] as const

export function bulkCompanyRow({
  profile,
  charges,
  formerNames,
  untold,
}: BulkCompany): MirroredCompany {
  const { accounts, confirmation, office } = profile
  const row: z.output<typeof BULK_ROW> = [
    profile.name ?? '',
    profile.status,
    profile.statusDetail,
    profile.type,
    profile.incorporated,
    profile.ceased,
    office === null ? null : OFFICE.map((line) => office[line]),
    [...profile.sicCodes],
    [accounts.nextDue, accounts.lastMadeUpTo, accounts.lastType],
    [confirmation.nextDue, confirmation.lastMadeUpTo],
    charges?.outstanding ?? null,
    profile.links.charges,
    formerNames.map(({ name, ceased }) => [name, ceased]),
    [...untold],
  ]
  return {
    number: profile.number,
    row: JSON.stringify(row),
    ended: findEnd(profile),
    names: listNames(
      profile.name,
      formerNames.map((each) => each.name),
    ),
  }
}

export function buildStreamedRow(facts: RegisteredFacts, publishedMs: number): MirroredCompany {
  const { profile } = facts
  return {
    number: profile.number,
    row: pack(STREAMED, { facts, publishedMs }),
    ended: findEnd(profile),
    names: listNames(profile.name, profile.previousNames),
  }
}

/**
 * `bulk`: data of the file. `streamed`: the whole profile that the register published at
 * `publishedMs`.
 */
export type MirrorRow =
  | { from: 'bulk'; company: BulkCompany }
  | {
      from: 'streamed'
      company: { profile: ProfileFacts }
      facts: RegisteredFacts
      publishedMs: number
    }

/** Null: no copy. */
export function readMirrorRow(number: string, row: string): MirrorRow | null {
  if (!row.startsWith('[')) {
    const stored = unpack(STREAMED, row)
    return stored && { from: 'streamed', company: { profile: stored.facts.profile }, ...stored }
  }
  const read = BULK_ROW.safeParse(JSON.parse(row))
  if (!read.success) return null
  const [
    name,
    status,
    statusDetail,
    type,
    incorporated,
    ceased,
    office,
    sicCodes,
    accounts,
    confirmation,
    outstanding,
    charged,
    former,
    untold,
  ] = read.data
  return {
    from: 'bulk',
    company: {
      profile: {
        number,
        name,
        previousNames: former.map(([each]) => each).slice(0, 5),
        status,
        statusDetail,
        type,
        incorporated,
        ceased,
        office:
          office === null
            ? null
            : (Object.fromEntries(
                OFFICE.map((line, index) => [line, office[index] ?? null]),
              ) as never),
        sicCodes,
        accounts: {
          nextDue: accounts[0],
          nextPeriodEnd: null,
          lastMadeUpTo: accounts[1],
          overdueFlag: null,
          lastType: accounts[2],
        },
        confirmation: {
          nextDue: confirmation[0],
          nextPeriodEnd: null,
          lastMadeUpTo: confirmation[1],
          overdueFlag: null,
        },
        links: { charges: charged, insolvency: false },
      },
      charges: outstanding === null ? null : { outstanding },
      formerNames: former.map(([each, when]) => ({ name: each, ceased: when })),
      untold,
    },
  }
}
