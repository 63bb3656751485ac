/** Reasons for which a search found its items: `matched` of one item, `found_by` of all that match. */
import { z } from 'zod'

/** Descriptions that differ between searches. */
interface FoundDescriptions {
  words: string
  cpv: string
  by: string
  foundByCpv: string
  foundBySynonym: string
}

const count = z.int().min(0)

export function buildFoundSchemas(of: FoundDescriptions) {
  const matched = z
    .strictObject({
      words: z.array(z.string()).describe(of.words),
      cpv: z.array(z.string()).nullable().describe(of.cpv),
      by: z.enum(['words', 'cpv', 'synonym']).meta({ description: of.by }),
    })
    .describe('Why it was found; absent without q')
    .optional()
  const found_by = z
    .strictObject({
      words: count.describe('Found by words'),
      cpv: count.describe(of.foundByCpv),
      synonym: count.describe(of.foundBySynonym),
    })
    .describe('total_matched by strongest reason; absent without q')
    .optional()
  return { matched: { matched }, foundBy: { found_by } }
}
