/**
 * Filed accounts of a company: those that the store has, and the others from the document API,
 * which then are stored for ever. A filing is fetched once for all callers, and a fetch goes on
 * after its caller has gone.
 */
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { pack, unpack } from '../background/stored-layout.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { type CivilDate, daysBetween, londonDate } from '../platform/london.ts'
import { createLruMap } from '../platform/lru-map.ts'
import type { CompanyFilings } from '../store/company-filings.ts'
import {
  believePeriods,
  type FilingContent,
  PDF_ONLY,
  TOO_COSTLY,
  unreadable,
} from './model/accounts/filing.ts'
import type { AccountsFiling } from './model/facts.ts'
import { createNotConfiguredError } from './source-status.ts'
import type { DocumentApi } from './sources/document-api.ts'
import { FILING } from './stored-layouts.ts'

/** A filing as the register lists it, with what was read of it. */
export interface FilingReading {
  filing: AccountsFiling
  content: FilingContent
  /** `false` if the document could not be fetched now. */
  isFetched: boolean
}

export interface CompanyAccounts {
  /** Filings as far back as so many periods need, newest first. */
  filings: FilingReading[]
  /** The first failure of a filing that could not be fetched now; `null` if there was none. */
  failure: unknown
}

export interface AccountsReader {
  /** @throws ServiceError UPSTREAM_NOT_CONFIGURED if a filing is to be fetched without a key */
  read(
    number: string,
    filings: readonly AccountsFiling[],
    asking: { periods: number; timeouts: ReadTimeouts },
  ): Promise<CompanyAccounts>
}

const NOT_FETCHED = unreadable('the filing could not be fetched now')

/**
 * Filings that a request looks at, at most: the periods themselves, and as many that turn out to be
 * scans.
 */
const MOST_FILINGS = 10

/** A filing that took too much time or memory is read again after this time. */
const COSTLY_MS = 3_600_000
const isCostly = ({ reason }: FilingContent) => reason === TOO_COSTLY.reason

export function createAccountsReader(options: {
  /** `null` if the deployment has no key. */
  documents: DocumentApi | null
  store: CompanyFilings
  clock: Clock
  log: Log
  budgetMs: number
}): AccountsReader {
  const { documents, store, clock, log, budgetMs } = options
  const flights = new Map<string, Promise<FilingContent>>()
  /** Times after which filings may be read again, by their transaction. */
  const costlyUntilMs = createLruMap<number>(1000)

  async function fetchOnce(number: string, filing: AccountsFiling): Promise<FilingContent> {
    const { transactionId, documentId, madeUpTo, isPaper } = filing
    // The register scans what came on paper.
    if (isPaper) return PDF_ONLY
    if (documentId === null) return unreadable('the register has no document of this filing yet')
    if (documents === null) throw createNotConfiguredError()
    if ((costlyUntilMs.get(transactionId) ?? 0) > clock.elapsedMs()) return TOO_COSTLY
    const document = { id: documentId, companyNumber: number }
    const content = await documents.content(document, AbortSignal.timeout(budgetMs))
    if (content === null) return unreadable('the register has no document of this filing yet')
    if (isCostly(content)) {
      costlyUntilMs.set(transactionId, clock.elapsedMs() + COSTLY_MS)
      return content
    }
    // A new filing may have a PDF before it has the document with the figures.
    if (content.format === 'pdf' && isRecent(filing, londonDate(clock.nowMs()))) return content
    const row = { number, id: transactionId, madeUpTo, json: pack(FILING, content) }
    // A filing that could not be stored is still an answer.
    await store.save([row], clock.nowMs()).catch((error: unknown) => {
      log.warn({ err: error, number }, 'a filing could not be stored')
    })
    return content
  }

  function fetchFiling(number: string, filing: AccountsFiling): Promise<FilingContent> {
    const key = `${number}/${filing.transactionId}`
    const running = flights.get(key)
    if (running) return running
    const flight = fetchOnce(number, filing).finally(() => flights.delete(key))
    // Without a waiting caller a failure is of no interest.
    flight.catch(() => {})
    flights.set(key, flight)
    return flight
  }

  return {
    async read(number, filings, { periods, timeouts }) {
      const stored = new Map<string, FilingContent>()
      for (const { id, json } of await store.of(number)) {
        const content = unpack(FILING, json)
        // Release 0.2.0 stored it as if it were a fact.
        if (content !== null && !isCostly(content)) stored.set(id, content)
      }
      const looked = new Map<AccountsFiling, FilingContent>()
      let failure: unknown = null
      const look = async (filing: AccountsFiling) => {
        const known = findStoredContent(stored, filing, filings)
        try {
          const content = known ?? (await timeouts.whileMissing(fetchFiling(number, filing)))
          looked.set(filing, believePeriods(content, filing.madeUpTo))
        } catch (error) {
          failure ??= error
          looked.set(filing, NOT_FETCHED)
        }
      }
      const groups = byPeriod(filings)
      const isRead = (group: readonly AccountsFiling[]) =>
        group.some((each) => looked.get(each)?.status === 'read')
      // The newest filing of each period first, then further back for what turned out to be a scan.
      for (let from = 0; from < groups.length && looked.size < MOST_FILINGS; ) {
        const missing = periods - groups.slice(0, from).filter(isRead).length
        if (missing <= 0) break
        const next = groups.slice(from, from + missing)
        await Promise.all(next.map(async (group) => await lookThrough(group, look, looked)))
        from += next.length
      }
      return {
        filings: filings.flatMap((filing) => {
          const content = looked.get(filing)
          return content === undefined
            ? []
            : [{ filing, content, isFetched: content !== NOT_FETCHED }]
        }),
        failure,
      }
    },
  }
}

const RECENT_DAYS = 14

function isRecent({ filed }: AccountsFiling, today: CivilDate): boolean {
  return filed !== null && daysBetween(filed, today) < RECENT_DAYS
}

/**
 * Looks at an amendment before the accounts that it amends, and at those only if the amendment has
 * no figures.
 */
async function lookThrough(
  group: readonly AccountsFiling[],
  look: (filing: AccountsFiling) => Promise<void>,
  looked: ReadonlyMap<AccountsFiling, FilingContent>,
): Promise<void> {
  for (const filing of group) {
    await look(filing)
    if (looked.get(filing)?.status === 'read') return
  }
}

/** Filings of one balance sheet date together; the list is sorted by it. */
function byPeriod(filings: readonly AccountsFiling[]): AccountsFiling[][] {
  const groups: AccountsFiling[][] = []
  let day: CivilDate | null | undefined
  for (const filing of filings) {
    if (filing.madeUpTo !== null && filing.madeUpTo === day) groups.at(-1)!.push(filing)
    else groups.push([filing])
    day = filing.madeUpTo
  }
  return groups
}

/** The stored content of a filing. A filing of the bulk product is the only filing of its day. */
function findStoredContent(
  stored: ReadonlyMap<string, FilingContent>,
  filing: AccountsFiling,
  filings: readonly AccountsFiling[],
): FilingContent | undefined {
  const own = stored.get(filing.transactionId)
  if (own !== undefined || filing.madeUpTo === null) return own
  const sameDay = filings.filter(({ madeUpTo }) => madeUpTo === filing.madeUpTo)
  return sameDay.length === 1 ? stored.get(bulkFilingId(filing.madeUpTo)) : undefined
}

/** Id of a filing that came from the bulk product, which names no transaction. */
export function bulkFilingId(madeUpTo: CivilDate): string {
  return `bulk-${madeUpTo}`
}
