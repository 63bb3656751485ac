/** The process that reads long grant texts, one after another. */
import { takeOrders } from '../kernel/beside.ts'
import type { ReadingOrder } from './long-texts.ts'
import type { Criterion } from './model/criterion.ts'
import { ELIGIBILITY } from './rules/published.ts'

takeOrders<ReadingOrder, Criterion[]>(async ({ reader, text }) => {
  const version = ELIGIBILITY.versions.find((rules) => rules.reader.name === reader)
  if (!version) throw new Error(`there is no reader ${reader}`)
  return version.reader.read(text)
})
