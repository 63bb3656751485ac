/**
 * `npm run truth -- portal FOLDER`: what recorded release packages state and what the reader makes
 * of
 * it, by field, regime and notice type. It fails where something stated is not read and no rule
 * says why.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeProcess } from '../../src/tenders/model/merge.ts'
import { type Notice, readNotice } from '../../src/tenders/model/notice.ts'
import type { Release } from '../../src/tenders/model/release.ts'
import { portalOfOcid } from '../../src/tenders/portals/index.ts'
import { readRelease } from '../../src/tenders/portals/read-release.ts'

interface Raw {
  [name: string]: unknown
}

interface Seen {
  raw: Raw
  release: Release
  notice: Notice | null
}

/** How often something is stated, read, or left out by a rule. */
interface Tally {
  stated: number
  read: number
  rules: Map<string, number>
  refused: string[]
}

/**
 * Returns `null` where the release does not state it, true where it is read, or the rule that
 * leaves it out.
 */
type Judge = (seen: Seen) => null | boolean | string

const objectOf = (value: unknown) =>
  (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}) as Raw
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(objectOf) : [])
const parts = ({ raw }: Seen, name: 'awards' | 'contracts') => listOf(raw[name])

const isMoney = (value: unknown) =>
  [objectOf(value).amount, objectOf(value).amountGross].some((amount) => Number(amount) > 1)
const isZero = (value: unknown) =>
  !isMoney(value) &&
  [objectOf(value).amount, objectOf(value).amountGross].some((each) => each != null)
const hasPeriod = (value: unknown) =>
  ['startDate', 'endDate', 'durationInDays'].some((name) => objectOf(value)[name] != null)
const codesOf = (item: Raw) =>
  [item.classification, ...listOf(item.additionalClassifications)]
    .map(objectOf)
    .filter(({ scheme, id }) => scheme === 'CPV' && /^\d{8}/.test(String(id)))

const MARKET = /^UK1[3-6]$/
const isMarket = ({ release }: Seen) => release.noticeTypes.some((type) => MARKET.test(type))
const isOffer = ({ release }: Seen) =>
  release.tags.some((tag) => /^(?:planning|tender)/.test(tag)) &&
  !release.tags.includes('tenderCancellation')
const isAward = ({ release }: Seen) => release.tags.some((tag) => /^(?:award|contract)/.test(tag))
const tenderOf = ({ raw }: Seen) => objectOf(raw.tender)

/** Awards that are to be contracts, with their parts. */
function awardsOf(seen: Seen) {
  const contracts = parts(seen, 'contracts')
  return parts(seen, 'awards').map((award) => ({
    award,
    contracts: contracts.filter(({ awardID }) => awardID === award.id),
  }))
}

const isSigned = (contract: Raw) => contract.dateSigned != null || contract.status === 'active'
const leftOut = ({ award, contracts }: { award: Raw; contracts: readonly Raw[] }) =>
  award.status === 'unsuccessful'
    ? 'unsuccessful award'
    : award.status === 'pending' && !contracts.some(isSigned)
      ? 'pending award'
      : award.status === 'cancelled' || contracts.some(({ status }) => status === 'cancelled')
        ? 'cancelled award'
        : null

/** Judges every award of a release: one that fails decides, then a rule. */
function ofAwards(
  seen: Seen,
  judge: (
    award: Raw,
    contracts: readonly Raw[],
    read: Release['awards'][number] | undefined,
  ) => null | boolean | string,
): null | boolean | string {
  if (isMarket(seen)) return seen.release.awards.length === 0 ? null : false
  let found: null | boolean | string = null
  let place = 0
  for (const each of awardsOf(seen)) {
    const rule = leftOut(each)
    const read = rule === 'unsuccessful award' ? undefined : seen.release.awards[place++]
    const outcome = judge(each.award, each.contracts, read)
    if (outcome === null) continue
    if (rule !== null) found ??= rule
    else if (outcome === false) return false
    else found = found === true ? true : outcome
  }
  return found
}

/** The last minute of a day means the day as written, whatever its zone. */
const dayOf = (value: unknown) =>
  typeof value !== 'string'
    ? null
    : /T23:59/.test(value)
      ? value.slice(0, 10)
      : Temporal.Instant.from(/Z|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`)
          .toZonedDateTimeISO('Europe/London')
          .toPlainDate()
          .toString()

const FIELDS: Record<string, Judge> = {
  'tender value'(seen) {
    if (!isOffer(seen)) return null
    const tender = tenderOf(seen)
    const values = [tender.value, tender.minValue, ...listOf(tender.lots).map(({ value }) => value)]
    if (values.some(isMoney)) return seen.notice?.value != null
    return values.some(isZero) ? '0 or 1 is no value' : null
  },
  deadline(seen) {
    if (!isOffer(seen)) return null
    const { tenderPeriod, expressionOfInterestDeadline } = tenderOf(seen)
    const stated = expressionOfInterestDeadline ?? objectOf(tenderPeriod).endDate
    if (stated == null) return null
    if (seen.release.noticeTypes.some((type) => /^UK[123]$/.test(type)))
      return seen.notice?.deadlineMs === null ? 'estimate of a planned procurement' : false
    // A mere day lasts until its end in London.
    const isDay = /^\d{4}-\d\d-\d\d$/.test(String(stated))
    return isDay
      ? seen.notice?.deadlinePrecision === 'date'
      : seen.notice?.deadlineMs === Date.parse(String(stated))
  },
  'deadline in a correction'(seen) {
    const changes = listOf(tenderOf(seen).amendments)
      .flatMap(({ unstructuredChanges }) => listOf(unstructuredChanges))
      .filter(({ where }) => /IV\.2\.2\)?$/.test(String(objectOf(where).section)))
    if (changes.length === 0) return null
    const moved = objectOf(changes.at(-1)!.newValue).date
    return seen.notice?.deadlineMs === Date.parse(String(moved))
  },
  'contract period'(seen) {
    if (!isOffer(seen)) return null
    const tender = tenderOf(seen)
    const periods = [tender.contractPeriod, ...listOf(tender.lots).map((lot) => lot.contractPeriod)]
    if (!periods.some(hasPeriod)) return null
    const { contractStart, contractEnd, durationDays } = seen.notice ?? {}
    return [contractStart, contractEnd, durationDays].some((each) => each != null)
  },
  CPV(seen) {
    const tender = tenderOf(seen)
    const items = [
      tender,
      ...listOf(tender.items),
      ...parts(seen, 'awards').flatMap(({ items: each }) => listOf(each)),
    ]
    if (!items.some((item) => codesOf(item).length > 0)) return null
    if (seen.notice === null) return 'an update of a notice that is not here'
    return (seen.notice.cpv?.length ?? 0) > 0
  },
  supplier: (seen) =>
    ofAwards(seen, ({ suppliers }, _, read) => {
      const count = listOf(suppliers).length
      if (count === 0) return null
      const named = read?.contract.suppliers.length ?? 0
      return named === count ? true : read === undefined ? false : 'may be a person'
    }),
  'award value': (seen) =>
    !isAward(seen)
      ? null
      : ofAwards(seen, (award, contracts, read) => {
          const values = [award.value, ...contracts.map(({ value }) => value)]
          if (values.some(isMoney)) return read?.contract.value != null
          return values.some(isZero) ? '0 or 1 is no value' : null
        }),
  'award day': (seen) =>
    !isAward(seen)
      ? null
      : ofAwards(seen, (award, contracts, read) => {
          const stated = [award.date, ...contracts.map(({ dateSigned }) => dateSigned)].map(dayOf)
          const published = dayOf(seen.raw.date)!
          const days = stated.filter((day) => day !== null)
          const [first] = days.filter((day) => day <= published).sort()
          if (days.length === 0) return null
          if (first === undefined) return 'a day after its publication'
          return read?.contract.awarded === first
        }),
  'contract end': (seen) =>
    !isAward(seen)
      ? null
      : ofAwards(seen, (award, contracts, read) => {
          const ends = [award.contractPeriod, ...contracts.map(({ period }) => period)]
            .map((period) => dayOf(objectOf(period).endDate))
            .filter((day) => day !== null)
          if (ends.length === 0) return null
          return ends.some((day) => day === read?.contract.contractEnd)
        }),
}

function groupOf({ release }: Seen): string {
  const { regime } = release.facts
  const kind = release.noticeTypes.join('+') || release.tags.join('+')
  return `${regime === 'act' ? 'Act' : regime === 'legacy' ? 'former' : 'not stated'} ${kind}`
}

function* readFolder(folder: string): Generator<Seen> {
  const files = readdirSync(folder, { recursive: true }).map(String).sort()
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const { releases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { releases: Raw[] }
    for (const raw of releases) {
      const portal = portalOfOcid(String(raw.ocid))
      const read = portal && readRelease(portal, raw)
      if (!read?.ok) {
        process.stdout.write(`refused: ${String(raw.id)} ${read?.reason ?? 'of no portal'}\n`)
        continue
      }
      const [merged] = mergeProcess([read.release])
      yield { raw, release: read.release, notice: readNotice(merged!, false) }
    }
  }
}

/** Prints the table and returns how often something stated is not read without a rule. */
export function takeCensus(folder: string): number {
  const tallies = new Map<string, Tally>()
  let releases = 0
  for (const seen of readFolder(folder)) {
    releases += 1
    for (const [field, judge] of Object.entries(FIELDS)) {
      const outcome = judge(seen)
      if (outcome === null) continue
      const name = `${field} | ${groupOf(seen)}`
      const tally: Tally = tallies.get(name) ?? {
        stated: 0,
        read: 0,
        rules: new Map(),
        refused: [],
      }
      tallies.set(name, tally)
      tally.stated += 1
      if (outcome === true) tally.read += 1
      else if (outcome === false) tally.refused.push(seen.release.id)
      else tally.rules.set(outcome, (tally.rules.get(outcome) ?? 0) + 1)
    }
  }
  const lines = [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, tally]) => {
      const rules = [...tally.rules].map(([rule, count]) => `${count} ${rule}`).join(', ')
      const examples = tally.refused.slice(0, 3).join(' ')
      return `| ${name} | ${tally.stated} | ${tally.read} | ${rules} | ${tally.refused.length} | ${examples} |`
    })
  const failures = [...tallies.values()].reduce((sum, { refused }) => sum + refused.length, 0)
  process.stdout.write(
    `${releases} releases\n\n| Field | Notice | Stated | Read | Left out by rule | Not read | Such as |\n| --- | --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}\n\n${failures} stated but not read\n`,
  )
  return failures
}
