/** The columns of live notices: filled in the order of reading, put into the order of lists at the end. */
import { type CivilDate, epochDay } from '../../kernel/london.ts'
import { column, newRows, roomAt } from '../../kernel/rows.ts'
import { deadlineDate } from '../model/dates.ts'
import { filterValueGbp, type Notice, type NoticeValue } from '../model/notice.ts'
import { type LiveColumns, NO_DAY } from './data.ts'

const PLANNING = 0
const FRAMEWORK = 1
const DEADLINE_MS = 2
const DEADLINE_DAY = 3
const REGIONS = 4
const VALUE_GBP = 5
const TENDER_VALUE_GBP = 6
/** Where its lots' values and its codes end; those of the notice before end where they begin. */
const LOTS_END = 7
const CODES_END = 8
const WIDTH = 9

/** One is held, as of `Vocabulary`. */
export class ColumnsBuilder {
  static readonly held = new ColumnsBuilder()
  #rows = newRows(WIDTH)
  #count = 0
  readonly #lotValuesGbp: number[] = []
  readonly #codes: number[] = []
  readonly #days = new Map<CivilDate, number>()

  /** The notice's place in the order of adding. */
  add(notice: Notice): number {
    const { lots, cpv } = notice
    for (const { value } of lots) if (value?.currency === 'GBP' && value.amount !== null) this.#lotValuesGbp.push(value.amount)
    for (const code of cpv ?? []) this.#codes.push(Number(code))
    const at = this.#nextRow()
    const rows = this.#rows
    rows[at + PLANNING] = notice.stage === 'planning' ? 1 : 0
    rows[at + FRAMEWORK] = notice.framework ? 1 : 0
    rows[at + DEADLINE_MS] = notice.deadlineMs ?? Number.NaN
    rows[at + DEADLINE_DAY] = notice.deadlineMs === null ? NO_DAY : this.#dayOf(deadlineDate(notice.deadlineMs))
    rows[at + REGIONS] = notice.regions
    rows[at + VALUE_GBP] = filterValueGbp(notice) ?? Number.NaN
    rows[at + TENDER_VALUE_GBP] = tenderValue(notice.value) ?? Number.NaN
    rows[at + LOTS_END] = this.#lotValuesGbp.length
    rows[at + CODES_END] = this.#codes.length
    return this.#count - 1
  }

  /** Likewise for a notice that stands in other columns already. */
  keep(from: LiveColumns, number: number): number {
    for (let at = from.lotValueStarts[number]!; at < from.lotValueStarts[number + 1]!; at += 1)
      this.#lotValuesGbp.push(from.lotValuesGbp[at]!)
    for (let at = from.cpvStarts[number]!; at < from.cpvStarts[number + 1]!; at += 1) this.#codes.push(from.codes[from.cpv[at]!]!)
    const at = this.#nextRow()
    const rows = this.#rows
    rows[at + PLANNING] = from.planning[number]!
    rows[at + FRAMEWORK] = from.framework[number]!
    rows[at + DEADLINE_MS] = from.deadlineMs[number]!
    rows[at + DEADLINE_DAY] = from.deadlineDay[number]!
    rows[at + REGIONS] = from.regions[number]!
    rows[at + VALUE_GBP] = from.valueGbp[number]!
    rows[at + TENDER_VALUE_GBP] = from.tenderValueGbp[number]!
    rows[at + LOTS_END] = this.#lotValuesGbp.length
    rows[at + CODES_END] = this.#codes.length
    return this.#count - 1
  }

  /** Of a place in the order of adding: the deadline's date as an epoch day; `NO_DAY`: none. */
  deadlineDay(place: number): number {
    return this.#rows[place * WIDTH + DEADLINE_DAY]!
  }

  /** `order[n]`: the added notice that becomes notice n, `buyers[n]` its buyer's number. */
  finish(order: Uint32Array, buyers: Uint32Array): LiveColumns {
    const rows = this.#rows
    const lots = inOrder(order, rows, LOTS_END, Float64Array.from(this.#lotValuesGbp))
    const cpv = inOrder(order, rows, CODES_END, Uint32Array.from(this.#codes))
    const known = Uint32Array.from(new Set(cpv.values)).sort()
    const numbers = new Map(Array.from(known, (code, number) => [code, number]))
    return {
      planning: new Uint8Array(column(rows, WIDTH, PLANNING, order)),
      framework: new Uint8Array(column(rows, WIDTH, FRAMEWORK, order)),
      deadlineMs: column(rows, WIDTH, DEADLINE_MS, order),
      deadlineDay: new Int32Array(column(rows, WIDTH, DEADLINE_DAY, order)),
      regions: new Uint16Array(column(rows, WIDTH, REGIONS, order)),
      valueGbp: column(rows, WIDTH, VALUE_GBP, order),
      tenderValueGbp: column(rows, WIDTH, TENDER_VALUE_GBP, order),
      lotValueStarts: lots.starts,
      lotValuesGbp: lots.values,
      cpvStarts: cpv.starts,
      cpv: cpv.values.map((code) => numbers.get(code)!),
      codes: known,
      buyer: buyers,
    }
  }

  /** A few hundred dates are the deadlines of all. */
  #dayOf(date: CivilDate): number {
    const day = this.#days.get(date) ?? epochDay(date)
    this.#days.set(date, day)
    return day
  }

  #nextRow(): number {
    const at = this.#count * WIDTH
    this.#rows = roomAt(this.#rows, at)
    this.#count += 1
    return at
  }
}

/** Lists of the added notices, those that are named, in their order. */
function inOrder<T extends Float64Array | Uint32Array>(order: Uint32Array, rows: Float64Array, end: number, lists: T) {
  const starts = new Uint32Array(order.length + 1)
  const values = lists.slice() as T
  let to = 0
  for (let number = 0; number < order.length; number += 1) {
    const row = order[number]! * WIDTH + end
    const last = rows[row]!
    for (let at = row < WIDTH ? 0 : rows[row - WIDTH]!; at < last; at += 1, to += 1) values[to] = lists[at]!
    starts[number + 1] = to
  }
  return { starts, values: values.slice(0, to) as T }
}

function tenderValue(value: NoticeValue | null): number | null {
  if (value?.currency !== 'GBP' || value.basis === 'lots') return null
  return value.amount ?? value.min
}
