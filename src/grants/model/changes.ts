/**
 * Changes of a grant by publication, as of one moment, and by time between two moments; and the
 * values that filters read.
 */
import { canonicalJson } from '../../platform/hash.ts'
import { type GrantDates, type WindowState, windowState } from './dates.ts'
import { criteriaText, type GrantDetail } from './detail.ts'
import { type ListItem, type ListingFacts, readListItem } from './listing.ts'

export type GrantChangeKind = 'announced' | 'opened' | 'closed' | 'altered'

export interface Advertised {
  item: ListItem
  detail: GrantDetail | null
  removedMs: number | null
}

/** Values that the filters of a search read, of a listed grant or of a recorded change. */
export interface FilteredGrant {
  facts: ListingFacts
  state: WindowState
}

/** A recorded grant: what the words of a search and its filters read. */
export interface SearchedGrant extends FilteredGrant {
  texts: string[]
}

export interface ChangedField {
  field: string
  before: string | number | null
  after: string | number | null
}

export interface GrantChange {
  kind: GrantChangeKind
  id: string
  detail: { title: string; party: string | null; fields: ChangedField[] }
  before: SearchedGrant | null
  after: SearchedGrant
}

/** Returns the change that a publication made to one advert; `before` is `null` if it is new. */
export function buildPublishedChange(
  before: Advertised | null,
  after: Advertised,
  asOfMs: number,
): GrantChange | null {
  const was = before && read(before, asOfMs)
  const is = read(after, asOfMs)
  const kind = classifyChange(was, is)
  return kind && buildChange(kind, was, is)
}

interface Read extends SearchedGrant {
  reported: Readonly<Record<string, string | number | null>>
}

function classifyChange(was: Read | null, is: Read): GrantChangeKind | null {
  const before = was?.state ?? 'closed'
  if (before === is.state) {
    if (is.state === 'closed' || canonicalJson(toSearched(was!)) === canonicalJson(toSearched(is)))
      return null
    return 'altered'
  }
  if (is.state === 'open') return 'opened'
  if (is.state === 'closed') return 'closed'
  return before === 'open' ? 'altered' : 'announced'
}

/** Returns the changes that time made to a listed advert. */
export function listPassedChanges(advert: Advertised, fromMs: number, toMs: number): GrantChange[] {
  const { dates } = readListItem(advert.item)
  const turns = [dates.opens?.ms, dates.closes?.ms].filter(
    (ms) => ms !== undefined && ms > fromMs && ms <= toMs,
  ) as number[]
  const found: GrantChange[] = []
  let was = read(advert, fromMs)
  for (const ms of turns.sort((a, b) => a - b)) {
    const is = read(advert, ms)
    if (is.state !== was.state)
      found.push(buildChange(is.state === 'open' ? 'opened' : 'closed', was, is))
    was = is
  }
  return found
}

function read({ item, detail, removedMs }: Advertised, atMs: number): Read {
  const facts = readListItem(item)
  const { name, funder, summary, amounts, applicantLabels, locationLabels } = facts
  const state = windowState(facts.dates, removedMs === null, atMs)
  const { text, sha256 } = criteriaText(detail)
  return {
    facts,
    texts: Object.values(detail?.tabs ?? {}),
    state,
    reported: {
      state: state === 'closed' && removedMs !== null ? 'taken_down' : state,
      opens: dateOf(facts.dates, 'opens'),
      closes: dateOf(facts.dates, 'closes'),
      minimum_gbp: amounts.min,
      maximum_gbp: amounts.max,
      applicants: applicantLabels.join(', ') || null,
      locations: locationLabels.join(', ') || null,
      name,
      funder,
      summary,
      text_sha256: text === '' ? null : sha256,
    },
  }
}

const dateOf = (dates: GrantDates, end: keyof GrantDates) => dates[end]?.date ?? null

const toSearched = ({ facts, texts, state }: Read): SearchedGrant => ({ facts, texts, state })

/** All fields of a first advert are new; its texts are in the grant's own answers. */
const FIRST = ['state', 'opens', 'closes', 'minimum_gbp', 'maximum_gbp']

function buildChange(kind: GrantChangeKind, was: Read | null, is: Read): GrantChange {
  const names = was ? Object.keys(is.reported) : FIRST
  const fields = names.map((field) => ({
    field,
    before: was?.reported[field] ?? null,
    after: is.reported[field] ?? null,
  }))
  const { id, name, funder } = is.facts
  const detail = {
    title: name,
    party: funder,
    fields: fields.filter(({ before, after }) => before !== after),
  }
  return { kind, id, detail, before: was && toSearched(was), after: toSearched(is) }
}
