/** The columns of live notices: filled in the order of reading, put into the order of lists at the end. */
import { filled } from '../../kernel/filled.ts'
import { epochDay } from '../../kernel/london.ts'
import { deadlineDate } from '../model/dates.ts'
import { filterValueGbp, type Notice, type NoticeValue } from '../model/notice.ts'
import { type LiveColumns, NO_DAY } from './data.ts'

export interface ColumnsBuilder {
  /** The notice's place in the order of adding. */
  add(notice: Notice): number
  /** Likewise for a notice that stands in other columns already. */
  keep(from: LiveColumns, number: number): number
  /** `order[n]`: the added notice that becomes notice n, `buyers[n]` its buyer's number. */
  finish(order: Uint32Array, buyers: Uint32Array): LiveColumns
}

export function createColumns(): ColumnsBuilder {
  // Plain lists of numbers: they grow cheaply, and hold no object for the collector to follow.
  const planning: number[] = []
  const framework: number[] = []
  const deadlineMs: number[] = []
  const regions: number[] = []
  const valueGbp: number[] = []
  const tenderValueGbp: number[] = []
  const lotStarts: number[] = [0]
  const lotValuesGbp: number[] = []
  const codeStarts: number[] = [0]
  const codes: number[] = []

  return {
    add(notice) {
      const { value, lots, cpv } = notice
      planning.push(notice.stage === 'planning' ? 1 : 0)
      framework.push(notice.framework ? 1 : 0)
      deadlineMs.push(notice.deadlineMs ?? Number.NaN)
      regions.push(notice.regions)
      valueGbp.push(filterValueGbp(notice) ?? Number.NaN)
      tenderValueGbp.push(tenderValue(value) ?? Number.NaN)
      for (const lot of lots) if (lot.value?.currency === 'GBP' && lot.value.amount !== null) lotValuesGbp.push(lot.value.amount)
      lotStarts.push(lotValuesGbp.length)
      for (const code of cpv ?? []) codes.push(Number(code))
      codeStarts.push(codes.length)
      return planning.length - 1
    },
    keep(from, number) {
      planning.push(from.planning[number]!)
      framework.push(from.framework[number]!)
      deadlineMs.push(from.deadlineMs[number]!)
      regions.push(from.regions[number]!)
      valueGbp.push(from.valueGbp[number]!)
      tenderValueGbp.push(from.tenderValueGbp[number]!)
      for (let at = from.lotValueStarts[number]!; at < from.lotValueStarts[number + 1]!; at += 1) lotValuesGbp.push(from.lotValuesGbp[at]!)
      lotStarts.push(lotValuesGbp.length)
      for (let at = from.cpvStarts[number]!; at < from.cpvStarts[number + 1]!; at += 1) codes.push(from.codes[from.cpv[at]!]!)
      codeStarts.push(codes.length)
      return planning.length - 1
    },
    finish(order, buyers) {
      const lots = inOrder(order, lotStarts, Float64Array.from(lotValuesGbp))
      const cpv = inOrder(order, codeStarts, Uint32Array.from(codes))
      const known = Uint32Array.from(new Set(cpv.values)).sort()
      const numbers = new Map(Array.from(known, (code, number) => [code, number]))
      const of = (list: readonly number[]) => (number: number) => list[order[number]!]!
      const deadlines = filled(new Float64Array(order.length), of(deadlineMs))
      return {
        planning: filled(new Uint8Array(order.length), of(planning)),
        framework: filled(new Uint8Array(order.length), of(framework)),
        deadlineMs: deadlines,
        deadlineDay: filled(new Int32Array(order.length), (number) => deadlineDay(deadlines[number]!)),
        regions: filled(new Uint16Array(order.length), of(regions)),
        valueGbp: filled(new Float64Array(order.length), of(valueGbp)),
        tenderValueGbp: filled(new Float64Array(order.length), of(tenderValueGbp)),
        lotValueStarts: lots.starts,
        lotValuesGbp: lots.values,
        cpvStarts: cpv.starts,
        cpv: cpv.values.map((code) => numbers.get(code)!),
        codes: known,
        buyer: buyers,
      }
    },
  }
}

/** Lists of the added notices, those that are named, in their order. */
function inOrder<T extends Float64Array | Uint32Array>(order: Uint32Array, from: readonly number[], all: T) {
  const starts = new Uint32Array(order.length + 1)
  order.forEach((at, number) => {
    starts[number + 1] = starts[number]! + from[at + 1]! - from[at]!
  })
  const values = all.slice(0, starts[order.length]!) as T
  order.forEach((at, number) => {
    for (let index = from[at]!, to = starts[number]!; index < from[at + 1]!; index += 1, to += 1) values[to] = all[index]!
  })
  return { starts, values }
}

/** Of a deadline, NaN if there is none. */
export function deadlineDay(deadlineMs: number): number {
  return Number.isNaN(deadlineMs) ? NO_DAY : epochDay(deadlineDate(deadlineMs))
}

function tenderValue(value: NoticeValue | null): number | null {
  if (value?.currency !== 'GBP' || value.basis === 'lots') return null
  return value.amount ?? value.min
}
