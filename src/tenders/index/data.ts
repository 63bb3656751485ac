/** One generation of the tender index as plain data: may be transferred between threads and written to a file. */
import type { Joined } from '../../kernel/joined.ts'
import type { PostingsData } from '../../kernel/postings.ts'
import type { StringTable } from '../../kernel/string-table.ts'
import type { AlsoPublished } from './also-published.ts'
import type { Histories } from './histories.ts'
import type { Texts } from './texts.ts'

/** What the notices of a document are searched in, in the order of the postings' fields, with their weights for `q`. */
export const FIELD_WEIGHTS = [6, 2, 2, 1.5] as const
export const TITLE_FIELD = 1
export const BODY_FIELDS = 2 | 4

export interface GenerationData {
  /** Of the store when it was built. */
  revision: number
  builtMs: number
  /** Of the notice changed last. */
  newestMs: number
  /** All known notices; the first `liveCount` are live and shown, by deadline (none last), then ocid. */
  count: number
  liveCount: number
  /** In lower case, each with the notices that bear it. */
  ocids: Ocids
  /** JSON of each notice. */
  texts: Texts
  also: Readonly<Record<string, readonly AlsoPublished[]>>
  live: LiveColumns
  /** `normalNames` as `normaliseName` makes them. */
  buyers: {
    normalNames: Joined
    histories: Histories
  }
  postings: PostingsData
}

export interface Ocids {
  table: StringTable
  /** Ocid o has numbers[starts[o]] up to numbers[starts[o + 1]]. */
  starts: Uint32Array
  numbers: Uint32Array
}

/** Per live notice. CSR lists have starts of one more entry. */
export interface LiveColumns {
  /** 1: planning. */
  planning: Uint8Array
  framework: Uint8Array
  /** NaN: none. */
  deadlineMs: Float64Array
  /** The deadline's date in London as an epoch day; `NO_DAY`: none. */
  deadlineDay: Int32Array
  regions: Uint16Array
  /** For value filters: amount, else largest, else smallest, in GBP; NaN: none or in another currency. */
  valueGbp: Float64Array
  /** For fit: the tender's own value; NaN: none. */
  tenderValueGbp: Float64Array
  lotValueStarts: Uint32Array
  lotValuesGbp: Float64Array
  cpvStarts: Uint32Array
  /** Numbers of codes, as they stand in `codes`. */
  cpv: Uint32Array
  /** All eight-digit codes that occur, as numbers, ascending: some thousand. */
  codes: Uint32Array
  buyer: Uint32Array
}

export const NO_DAY = 2 ** 31 - 1
