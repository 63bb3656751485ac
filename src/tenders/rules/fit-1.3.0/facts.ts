/** The facts that fit rules 1.3.0 judge. */
import { z } from 'zod'
import { fitFacts as fitFacts100, gbp, MOST_CODES, MOST_LOTS } from '../fit-1.0.0/facts.ts'
import type { JudgedFacts } from '../version.ts'

const { notice, remarks } = fitFacts100.shape

export const fitFacts: z.ZodType<JudgedFacts> = fitFacts100.extend({
  notice: notice.extend({
    cpvShares: z.array(z.number().min(0).max(1)).max(MOST_CODES).optional().meta({
      description:
        'For each CPV code, the best share of a keyword that leads to it by trades, labels and learned words; absent or empty: none does',
    }),
    keywordInLotTitle: z.boolean().optional(),
    valueWithTax: z
      .boolean()
      .optional()
      .meta({ description: 'valueGbp includes VAT, as the notice states no other' }),
    lotValuesWithTaxGbp: z
      .array(gbp)
      .max(MOST_LOTS)
      .optional()
      .meta({ description: 'Values of lots that state only a value with VAT' }),
  }),
  remarks: remarks.extend({
    deadlineCorrected: z
      .boolean()
      .optional()
      .meta({ description: 'The deadline is from a correction in words' }),
  }),
})
