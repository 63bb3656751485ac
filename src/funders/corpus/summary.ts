/** What a built generation counts; kept beside its dossiers. */
import { z } from 'zod'
import type { Layout } from '../../refresh/kept.ts'

export interface CorpusSummary {
  funders: number
  datasets: number
  /** Rows read from all copies. */
  rows: number
  /** Grants in the figures of all funders together. */
  included: number
  duplicates: number
  excludedShareAlike: number
  excludedNonGbp: number
  excludedZeroAmount: number
  /** Rows that name no funder. */
  unattributed: number
  individuals: number
}

const count = z.int().min(0)
export const SUMMARY: Layout<CorpusSummary> = {
  name: 'funder-generation',
  version: 1,
  schema: z.strictObject({
    funders: count,
    datasets: count,
    rows: count,
    included: count,
    duplicates: count,
    excludedShareAlike: count,
    excludedNonGbp: count,
    excludedZeroAmount: count,
    unattributed: count,
    individuals: count,
  }),
}
