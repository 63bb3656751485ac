/**
 * One company as operations read it, in four steps:
 *
 * 1. The calls that the request may need are noted. Its first call reserves them all, or fails
 *    (`sources/register-calls.ts`). All simultaneous readers of a company share the calls.
 * 2. `mirror/known.ts` says what is known without the register, and up to when.
 * 3. `profile-reader.ts` reads the profile, which says which other parts there are.
 * 4. The other parts are read at the same time (`readPart`). A fresh copy answers, else the
 * register,
 *    else an old copy with its age. A part without a copy is missing and named in the answer.
 *
 * `source-status.ts` puts what went wrong into words.
 */

import type { CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { describeFailure } from '../background/source.ts'
import type { Layout } from '../background/stored-layout.ts'
import { currentCaller, runToTheEnd } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import type { ChangeRecorder } from './change-recorder.ts'
import { type KnownCompany, NOTHING_KNOWN, type PartKnowledge } from './mirror/known.ts'
import type { Mirror } from './mirror/mirror.ts'
import type {
  AccountsFiling,
  AccountsListFacts,
  ChargesFacts,
  FilingFacts,
  FilingListFacts,
  IdentityFacts,
  InsolvencyFacts,
  NoteFacts,
  OfficerFacts,
  OfficerListFacts,
  ProfileFacts,
  SearchFacts,
} from './model/facts.ts'
import type { StreamedPart } from './model/stream-event.ts'
import {
  createProfileReader,
  type Knowledge,
  type ProfileReader,
  type ProfileReading,
} from './profile-reader.ts'
import { searchMirrorAlone, searchRegister } from './register-search.ts'
import {
  buildMirrorStatus,
  buildSourceStatus,
  createNotConfiguredError,
  createUnavailableError,
  findTrouble,
  PUBLIC_SITE,
  type RegisterPart,
  type SourceStatus,
} from './source-status.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { COMPANIES_HOUSE } from './sources/register-calls.ts'
import { ACCOUNTS_LIST, CHARGES, FILINGS, INSOLVENCY, OFFICERS } from './stored-layouts.ts'

const none = <T>(value: T): RegisterPart<T> => ({ value, trouble: null, fetchedMs: null })
// The same objects every time: answers are remembered by what they were made from.
const NO_OFFICERS = none<OfficerListFacts>({ officers: [], identity: [] })
const NO_CHARGES = none<ChargesFacts>({ outstanding: 0 })
const NO_INSOLVENCY = none<InsolvencyFacts>({ cases: [] })
const NOT_REQUESTED = none<FilingListFacts>({ filings: null })
const ACCOUNTS_NOT_REQUESTED = none<AccountsListFacts>({ filings: [] })

type Parts = 'identity' | 'profile' | 'verdict'
/**
 * Calls that a cold company may need: profile, officers in up to two pages, charges, insolvency.
 */
const CALLS_OF: Readonly<Record<Parts, number>> = { identity: 1, profile: 2, verdict: 5 }
export const CALLS_OF_A_VERDICT = CALLS_OF.verdict

export interface CompanyReading extends SourceStatus {
  profile: ProfileFacts
  remarks: NoteFacts
  officers: readonly OfficerFacts[] | null
  /** Identity of each officer, in the same order; `null` without officers. */
  identity: readonly (IdentityFacts | null)[] | null
  charges: ChargesFacts | null
  insolvency: InsolvencyFacts | null
  /** `null` if not requested, not available, or not part of the register. */
  filings: readonly FilingFacts[] | null
  /** Accounts filed; empty when not requested, `null` if the list is unavailable. */
  accounts: readonly AccountsFiling[] | null
}

export interface Asking {
  /** The request's, which other sources draw on too. */
  timeouts: ReadTimeouts
  /** Filing history as well. */
  filings?: boolean
  /** The list of accounts as well. */
  accounts?: boolean
}

export interface Register {
  /** @throws ServiceError UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED */
  search(q: string): Promise<SourceStatus & { found: SearchFacts }>
  /**
   * `parts`: `identity` is the profile alone, `profile` adds officers, `verdict` charges and
   * insolvency where the profile's links name them.
   * @throws ServiceError SUBJECT_NOT_FOUND, UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED
   */
  company(number: string, parts: Parts, asking: Asking): Promise<CompanyReading>
  /**
   * Readings of an answer that the mirror gives alone; `null` if the register, or a copy that
   * another call fetched, may serve it.
   */
  mirrored: {
    search(q: string): Promise<SourceStatus | null>
    profile(number: string): Promise<SourceStatus | null>
  }
  /** Returns what is known about a company without a query. */
  knows(number: string): Promise<Knowledge>
  /** Calls of the register that rows of many could begin with now. */
  room(): Promise<number>
}

interface RegisterOptions {
  /** `null` if the deployment has no key. */
  client: CompaniesHouse | null
  /** `null` if the deployment has no copy of the register. */
  mirror: Mirror | null
  cache: FreshCache
  clock: Clock
  budgetMs: number
  /** Receives every company that is read. */
  observe?: ChangeRecorder
}

type RegisterContext = Required<RegisterOptions> & { profiles: ProfileReader }

export function createRegister(options: RegisterOptions): Register {
  const { client, mirror, observe = async () => {} } = options
  const profiles = createProfileReader(options)
  const context = { ...options, observe, profiles }
  return {
    search: (q) => searchRegister(options, q),

    mirrored: {
      search: (q) => searchMirrorAlone(options, q),
      async profile(number) {
        if (client === null || mirror === null) return null
        const reading = profiles.readMirrored(await mirror.findKnown(number))
        return reading && buildMirrorStatus(reading.source, reading.reading, [], number)
      },
    },

    knows: async (number) =>
      profiles.knows(number, mirror === null ? NOTHING_KNOWN : await mirror.findKnown(number)),
    room: async () => (await client?.room()) ?? 0,

    company: (number, parts, asking) => readCompany(context, number, parts, asking),
  }
}

async function readCompany(
  context: RegisterContext,
  number: string,
  parts: Parts,
  asking: Asking,
): Promise<CompanyReading> {
  const { client, mirror, profiles } = context
  const { timeouts, filings = false, accounts = false } = asking
  if (!client) throw createNotConfiguredError()
  const caller = currentCaller()
  if (!caller)
    return await runToTheEnd({ hasRecentPurchase: false }, () =>
      readCompany(context, number, parts, asking),
    )
  caller.mayNeed = Math.max(
    caller.mayNeed ?? 0,
    CALLS_OF[parts] + (filings ? 1 : 0) + (accounts ? 1 : 0),
  )

  const known = mirror === null ? NOTHING_KNOWN : await mirror.findKnown(number)
  const profile = await profiles.read(number, client, { timeouts, known, whole: filings })
  const read = await readParts(context, client, { number, parts, asking, known, profile })
  await observeChanges(context, profile, read.officers)

  const { reading: registered, source } = profile
  const all = [read.officers, read.charges, read.insolvency, read.history, read.accounts]
  return {
    profile: registered.value.profile,
    remarks: registered.value.remarks,
    officers: read.officers.value?.officers ?? null,
    identity: read.officers.value?.identity ?? null,
    charges: read.charges.value,
    insolvency: read.insolvency.value,
    filings: read.history.value?.filings ?? null,
    accounts: read.accounts.value?.filings ?? null,
    ...(source === COMPANIES_HOUSE
      ? buildSourceStatus(
          [findTrouble('profile', registered), ...all.map((each) => each.trouble)],
          [registered.fetchedMs, ...all.map((each) => each.fetchedMs)],
          `${PUBLIC_SITE}/company/${number}`,
        )
      : buildMirrorStatus(source, registered, all, number)),
  }
}

interface PartsQuestion {
  number: string
  parts: Parts
  asking: Asking
  known: KnownCompany
  profile: ProfileReading
}

/**
 * Reads the other parts at the same time, those that the profile links to or that the mirror cannot
 * rule out.
 */
async function readParts(
  context: RegisterContext,
  register: CompaniesHouse,
  { number, parts, asking, known, profile }: PartsQuestion,
) {
  const { timeouts, filings = false, accounts = false } = asking
  const { reading: registered, whole } = profile
  const { links } = registered.value.profile
  const hasStandIn = registered.state === 'failed'
  const isCounted = !whole && known.charges !== null
  const read = <T>(
    what: StreamedPart,
    layout: Layout<T>,
    fetch: (number: string, signal: AbortSignal) => Promise<T>,
    standsIn = hasStandIn,
  ) =>
    readPart(
      context,
      what,
      {
        layout,
        id: number,
        // A fetch continues after its caller left; a full queue fails fast.
        fetch: () => fetch(number, AbortSignal.timeout(context.budgetMs)),
        timeouts,
      },
      { knowledge: known.part(what), hasStandIn: standsIn },
    )
  const [officers, charges, insolvency, history, accountsList] = await Promise.all([
    parts === 'identity' ? NO_OFFICERS : read('officers', OFFICERS, register.officers),
    parts === 'verdict' && links.charges
      ? readCharges(known, !whole, () =>
          read('charges', CHARGES, register.charges, hasStandIn || isCounted),
        )
      : NO_CHARGES,
    // The monthly file has no insolvency: only the register shows that there is none.
    parts === 'verdict' && (links.insolvency || !whole)
      ? read('insolvency', INSOLVENCY, register.insolvency)
      : NO_INSOLVENCY,
    filings ? read('filing history', FILINGS, register.filings) : NOT_REQUESTED,
    accounts
      ? read('filing history', ACCOUNTS_LIST, register.accountsFilings)
      : ACCOUNTS_NOT_REQUESTED,
  ])
  return { officers, charges, insolvency, history, accounts: accountsList }
}

/**
 * Reads a part through the cache, which serves a stale copy where the register is slow or fails.
 * Without a copy the part is missing. Only if our own quota is spent, nothing is sold: the register
 * would answer in a moment.
 * @param hasStandIn the profile is an old copy, because the register did not answer, or the monthly
 * file counts the charges. Then a spent quota is one more reason for older data.
 */
async function readPart<T>(
  { cache }: Pick<RegisterContext, 'cache'>,
  what: string,
  question: Omit<CacheQuery<T>, 'windowMs'>,
  { knowledge, hasStandIn }: { knowledge: PartKnowledge; hasStandIn: boolean },
): Promise<RegisterPart<T>> {
  try {
    const { windowMs, changedMs } = knowledge
    const reading = await cache.read({ ...question, windowMs, changedMs })
    return {
      value: reading.value,
      fetchedMs: reading.fetchedMs,
      trouble: findTrouble(what, reading),
    }
  } catch (error) {
    if (error instanceof NoCallLeft && !hasStandIn) throw createUnavailableError(error)
    return {
      value: null,
      fetchedMs: null,
      trouble: {
        what,
        kind: 'failed',
        reason: describeFailure(COMPANIES_HOUSE, error),
        copyMs: null,
      },
    }
  }
}

/** The monthly file has fewer fields in other words, so it is not compared. */
async function observeChanges(
  { observe }: Pick<RegisterContext, 'observe'>,
  { reading: { state, value, fetchedMs }, whole }: ProfileReading,
  officers: RegisterPart<OfficerListFacts>,
): Promise<void> {
  if (!whole || state === 'failed') return
  const list =
    officers.value !== null && officers.fetchedMs !== null
      ? { value: officers.value.officers, fetchedMs: officers.fetchedMs }
      : null
  await observe({ profile: { value: value.profile, fetchedMs }, officers: list })
}

/**
 * Charges as the monthly file counts them: current while their stream is, else for want of anything
 * newer.
 */
async function readCharges(
  known: KnownCompany,
  writtenFirst: boolean,
  ask: () => Promise<RegisterPart<ChargesFacts>>,
): Promise<RegisterPart<ChargesFacts>> {
  const { charges } = known
  if (charges === null || !writtenFirst) return ask()
  const { changedMs, currentSince } = known.part('charges')
  const currentMs = changedMs === 0 ? currentSince(known.writtenMs) : null
  if (currentMs !== null) return { value: charges, fetchedMs: currentMs, trouble: null }
  const fetched = await ask()
  if (fetched.value !== null || fetched.trouble === null) return fetched
  return {
    value: charges,
    fetchedMs: known.writtenMs,
    trouble: { ...fetched.trouble, copyMs: known.writtenMs },
  }
}
