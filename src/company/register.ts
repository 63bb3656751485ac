/**
 * One company as operations read it:
 *
 * 1. The calls that the request may need are noted. Its first call reserves them all, or fails
 *    (`sources/register-calls.ts`). All simultaneous readers of a company share the calls.
 * 2. `mirror/known.ts` says what the mirror has of the company.
 * 3. `read-part.ts` decides for each part whether mirror, copy or register answers: first for the
 *    profile, which says which other parts there are, then for those at the same time.
 * 4. A missing profile or list of accounts is 503. Another missing part is named in the answer.
 */

import type { CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { OLDEST_SERVED_MS } from '../background/source.ts'
import type { Layout } from '../background/stored-layout.ts'
import { currentCaller, runToTheEnd } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import type { ChangeRecorder } from './change-recorder.ts'
import { ABSENT_FOR_MS, CALLS_OF, CALLS_OF_A_LIST, CALLS_OF_OFFICERS } from './limits.ts'
import { type KnownCompany, NOTHING_KNOWN } from './mirror/known.ts'
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
  RegisteredFacts,
  SearchFacts,
} from './model/facts.ts'
import type { StreamedPart } from './model/stream-event.ts'
import {
  fromMirror,
  missingPart,
  notRequested,
  type PartQuestion,
  type PartReading,
  type PresentPart,
  readPart,
} from './read-part.ts'
import { searchMirrorAlone, searchRegister } from './register-search.ts'
import {
  buildCompanyStatus,
  createNotConfiguredError,
  createNotFoundError,
  createUnavailableError,
  type SourceStatus,
} from './source-status.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { ACCOUNTS_LIST, CHARGES, FILINGS, INSOLVENCY, OFFICERS, PROFILE } from './stored-layouts.ts'

// The same values every time: answers are remembered by what they were made from.
const NO_OFFICERS = notRequested<OfficerListFacts>({ officers: [], identity: [] })
const NO_CHARGES = notRequested<ChargesFacts>({ outstanding: 0 })
const NO_INSOLVENCY = notRequested<InsolvencyFacts>({ cases: [] })
const NO_FILINGS = notRequested<FilingListFacts>({ filings: null })
const NO_ACCOUNTS = notRequested<AccountsListFacts>({ filings: [] })

type Parts = keyof typeof CALLS_OF

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
  /** Accounts filed; empty when not requested. */
  accounts: readonly AccountsFiling[]
}

export interface Asking {
  /** The request's, which other sources draw on too. */
  timeouts: ReadTimeouts
  /** Filing history as well. */
  filings?: boolean
  /** The list of accounts as well. */
  accounts?: boolean
}

/**
 * State without a query: a profile could be served, the register recently had none, or it would
 * have to be queried.
 */
type Knowledge = 'held' | 'absent' | 'unknown'

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

interface RegisterContext extends RegisterOptions {
  absences: Absences
}

export function createRegister(options: RegisterOptions): Register {
  const { client, mirror, cache } = options
  const context = { ...options, absences: createAbsences(options.clock) }
  return {
    search: (q) => searchRegister(options, q),

    mirrored: {
      search: (q) => searchMirrorAlone(options, q),
      async profile(number) {
        const { profile } = await findKnown(mirror, number)
        // A stored copy of the register goes before a row of the monthly file.
        if (client === null || !profile?.isCurrent || !profile.isComplete) return null
        return buildCompanyStatus(number, [fromMirror('profile', profile)])
      },
    },

    async knows(number) {
      const { profile } = await findKnown(mirror, number)
      if (profile?.isCurrent) return 'held'
      if (context.absences.has(number)) return 'absent'
      const copy = { layout: PROFILE, id: number, windowMs: OLDEST_SERVED_MS }
      return profile || (await cache.findCached(copy)) ? 'held' : 'unknown'
    },
    room: async () => (await client?.room()) ?? 0,

    company: (number, parts, asking) => readCompany(context, number, parts, asking),
  }
}

const findKnown = async (mirror: Mirror | null, number: string) =>
  mirror === null ? NOTHING_KNOWN : await mirror.findKnown(number)

async function readCompany(
  context: RegisterContext,
  number: string,
  parts: Parts,
  asking: Asking,
): Promise<CompanyReading> {
  const { client, mirror } = context
  const { filings = false, accounts = false } = asking
  if (!client) throw createNotConfiguredError()
  const caller = currentCaller()
  if (!caller)
    return await runToTheEnd({ hasRecentPurchase: false }, () =>
      readCompany(context, number, parts, asking),
    )
  const lists = (filings ? CALLS_OF_A_LIST : 0) + (accounts ? CALLS_OF_A_LIST : 0)
  caller.mayNeed = Math.max(caller.mayNeed ?? 0, CALLS_OF[parts] + lists)

  const question = { number, parts, asking, known: await findKnown(mirror, number), client }
  const profile = await readProfile(context, question)
  const wanted = findWanted(parts, profile)
  // The profile came without a call, so that fewer may be needed.
  if (!caller.reservation) caller.mayNeed = countCalls(wanted) + lists
  const others = await readOthers(context, question, profile, wanted)
  await observeChanges(context, profile, others.officers)

  return {
    profile: profile.value.profile,
    remarks: profile.value.remarks,
    officers: others.officers.value?.officers ?? null,
    identity: others.officers.value?.identity ?? null,
    charges: others.charges.value,
    insolvency: others.insolvency.value,
    filings: others.history.value?.filings ?? null,
    accounts: others.accounts.value!.filings,
    ...buildCompanyStatus(number, [profile, ...Object.values(others)]),
  }
}

interface CompanyQuestion {
  number: string
  parts: Parts
  asking: Asking
  known: KnownCompany
  client: CompaniesHouse
}

/** @throws ServiceError SUBJECT_NOT_FOUND, UPSTREAM_UNAVAILABLE */
async function readProfile(
  { cache, clock, absences, budgetMs }: RegisterContext,
  { number, asking: { timeouts, filings = false }, known, client }: CompanyQuestion,
): Promise<PresentPart<RegisteredFacts>> {
  const heeding = {
    findCached: cache.findCached,
    // The register's "no such company" outweighs an old copy.
    async read<T>(query: CacheQuery<T>) {
      absences.assertNone(number)
      const reading = await cache.read(query)
      absences.assertNone(number)
      return reading
    },
  }
  const question = {
    what: 'profile',
    layout: PROFILE,
    id: number,
    ...known.copies('profile'),
    row: known.profile,
    needsAllFields: filings,
    timeouts,
    async fetch() {
      const facts = await client.profile(number, AbortSignal.timeout(budgetMs))
      if (facts) return facts
      absences.note(number)
      throw createNotFoundError(number)
    },
  }
  return await readPart({ cache: heeding, clock }, question).catch(toUnavailable)
}

/** Parts that the profile links to, or that the monthly file cannot rule out. */
function findWanted(
  parts: Parts,
  { value: { profile }, isComplete }: PresentPart<RegisteredFacts>,
) {
  const isVerdict = parts === 'verdict'
  return {
    officers: parts !== 'identity',
    charges: isVerdict && profile.links.charges,
    // The monthly file has no insolvency: only the register shows that there is none.
    insolvency: isVerdict && (profile.links.insolvency || !isComplete),
  }
}

type Wanted = ReturnType<typeof findWanted>

const countCalls = ({ officers, charges, insolvency }: Wanted) =>
  (officers ? CALLS_OF_OFFICERS : 0) + Number(charges) + Number(insolvency)

async function readOthers(
  context: RegisterContext,
  { number, asking, known, client }: CompanyQuestion,
  { isComplete }: PresentPart<RegisteredFacts>,
  wanted: Wanted,
) {
  const { timeouts, filings = false, accounts = false } = asking
  const read = <T>(
    what: StreamedPart,
    layout: Layout<T>,
    fetch: (number: string, signal: AbortSignal) => Promise<T>,
    row: Pick<PartQuestion<T>, 'row' | 'needsAllFields'> = { row: null },
  ) =>
    readPart(context, {
      what,
      layout,
      id: number,
      ...known.copies(what),
      ...row,
      timeouts,
      // A fetch continues after its caller left; a full queue fails fast.
      fetch: () => fetch(number, AbortSignal.timeout(context.budgetMs)),
    })
  const orMissing = <T>(what: string, reading: Promise<PartReading<T>>) =>
    reading.catch((cause: unknown) => {
      // A row of a screen may be unavailable, which costs nothing.
      if (cause instanceof NoCallLeft && currentCaller()?.isBatchRow) return toUnavailable(cause)
      return missingPart<T>(what, cause)
    })

  // Beside a profile of the register, the count of the monthly file is the last resort.
  const counted = { row: known.charges, needsAllFields: isComplete }
  const [officers, charges, insolvency, history, accountsList] = await Promise.all([
    wanted.officers
      ? orMissing('officers', read('officers', OFFICERS, client.officers))
      : NO_OFFICERS,
    wanted.charges
      ? orMissing('charges', read('charges', CHARGES, client.charges, counted))
      : NO_CHARGES,
    wanted.insolvency
      ? orMissing('insolvency', read('insolvency', INSOLVENCY, client.insolvency))
      : NO_INSOLVENCY,
    filings
      ? orMissing('filing history', read('filing history', FILINGS, client.filings))
      : NO_FILINGS,
    accounts
      ? read('filing history', ACCOUNTS_LIST, client.accountsFilings).catch(toUnavailable)
      : NO_ACCOUNTS,
  ])
  return { officers, charges, insolvency, history, accounts: accountsList }
}

function toUnavailable(cause: unknown): never {
  throw cause instanceof ServiceError ? cause : createUnavailableError(cause)
}

/** The monthly file has fewer fields in other words, so it is not compared. */
async function observeChanges(
  { observe }: Pick<RegisterContext, 'observe'>,
  { value, fetchedMs, trouble, isComplete }: PresentPart<RegisteredFacts>,
  officers: PartReading<OfficerListFacts>,
): Promise<void> {
  if (!isComplete || trouble?.kind === 'failed') return
  const list =
    officers.value !== null && officers.fetchedMs !== null
      ? { value: officers.value.officers, fetchedMs: officers.fetchedMs }
      : null
  await observe?.({ profile: { value: value.profile, fetchedMs }, officers: list })
}

type Absences = ReturnType<typeof createAbsences>

/** Numbers that the register said it does not hold, each until it is no longer believed. */
function createAbsences(clock: Clock) {
  const untilMs = createLruMap<number>(10_000)
  const has = (number: string) => (untilMs.get(number) ?? 0) > clock.elapsedMs()
  return {
    has,
    note: (number: string) => void untilMs.set(number, clock.elapsedMs() + ABSENT_FOR_MS),
    /** @throws ServiceError SUBJECT_NOT_FOUND */
    assertNone(number: string): void {
      if (has(number)) throw createNotFoundError(number)
    },
  }
}
