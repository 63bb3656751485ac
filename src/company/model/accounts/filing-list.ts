/** The accounts among a company's filings, from the register's filing history. Pure. */
import type { CivilDate } from '../../../platform/london.ts'
import { isOutOfReason } from '../../../platform/reason.ts'
import type { AccountsFiling } from '../facts.ts'
import { date, list, object, strictKey } from '../read.ts'

const ACCOUNTS = /^accounts-(?:with|amended)-/
/** The host of the link is not used: a document is requested at the configured address. */
const DOCUMENT = /\/document\/([A-Za-z0-9_-]{8,120})$/
const TRANSACTION = /^[A-Za-z0-9_-]{1,64}$/

/** Newest period first, and of one period the newest filing first. */
export function readAccountsList(body: unknown): AccountsFiling[] {
  const filings = list(object(body).items).flatMap((item): AccountsFiling[] => {
    const raw = object(item)
    const { transaction_id: transactionId } = raw
    const description = strictKey(raw.description)
    const type = raw.type === 'AA' || raw.type === 'AAMD' ? raw.type : null
    if (typeof transactionId !== 'string' || !TRANSACTION.test(transactionId)) return []
    // AA01 and its like change the accounting reference date and are no accounts.
    if (type === null && (description === null || !ACCOUNTS.test(description))) return []
    const link = object(raw.links).document_metadata
    return [
      {
        transactionId,
        type: type ?? (description?.startsWith('accounts-amended') ? 'AAMD' : 'AA'),
        filed: date(raw.date),
        madeUpTo: date(object(raw.description_values).made_up_date),
        accountsType: /accounts-type-([a-z0-9-]{1,60})$/.exec(description ?? '')?.[1] ?? null,
        isPaper: raw.paper_filed === true || raw.paper_filed === 'true',
        documentId: typeof link === 'string' ? (DOCUMENT.exec(link)?.[1] ?? null) : null,
      },
    ]
  })
  return sortFilings(filings)
}

function sortFilings(filings: AccountsFiling[]): AccountsFiling[] {
  const order = ({ madeUpTo, filed }: AccountsFiling) => `${madeUpTo ?? filed ?? ''} ${filed ?? ''}`
  return filings.sort((a, b) => (order(a) < order(b) ? 1 : order(a) > order(b) ? -1 : 0))
}

/**
 * Sets aside days that are later than what states them: of filing, and on which accounts were made
 * up.
 * @param today day on which the register listed the filings
 */
export function believeDates(
  filings: readonly AccountsFiling[],
  today: CivilDate,
): { filings: AccountsFiling[]; setAside: string[] } {
  const setAside: string[] = []
  const believe = (day: CivilDate | null, published: CivilDate, what: string) => {
    if (!isOutOfReason(day, published)) return day
    setAside.push(`${what} ${day}, stated on ${published}`)
    return null
  }
  const believed = filings.map((filing) => {
    const filed = believe(filing.filed, today, 'accounts filed')
    const madeUpTo = believe(filing.madeUpTo, filed ?? today, 'accounts made up to')
    return { ...filing, filed, madeUpTo }
  })
  return { filings: sortFilings(believed), setAside }
}
