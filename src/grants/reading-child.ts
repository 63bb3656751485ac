/** The process that reads long grant texts, one after another. */
import { takeOrders } from '../kernel/beside.ts'
import type { Criterion } from './model/criterion.ts'
import type { GrantText } from './model/detail.ts'
import { readText } from './model/reader/reader.ts'

takeOrders<GrantText, Criterion[]>(async (text) => readText(text))
