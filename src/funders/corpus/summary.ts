/** Counts of a built generation; stored with its dossiers. */
import { z } from 'zod'
import type { Layout } from '../../background/stored-layout.ts'

const count = z.int().min(0)
const schema = z.strictObject({
  funders: count,
  datasets: count,
  /** Rows read from all copies. */
  rows: count,
  /** Grants in the figures of all funders together. */
  included: count,
  duplicates: count,
  excludedShareAlike: count,
  excludedNonGbp: count,
  excludedZeroAmount: count,
  /** Rows that name no funder. */
  unattributed: count,
  individuals: count,
})

export type CorpusSummary = z.infer<typeof schema>

export const SUMMARY: Layout<CorpusSummary> = { name: 'funder-generation', version: 1, schema }
