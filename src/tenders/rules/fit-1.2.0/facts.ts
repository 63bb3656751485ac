/** The facts that fit rules 1.2.0 judge: those of 1.0.0, and what the words of the profile mean. */
import { z } from 'zod'
import { fitFacts as fitFacts100 } from '../fit-1.0.0/facts.ts'
import type { JudgedFacts } from '../version.ts'

export const fitFacts: z.ZodType<JudgedFacts> = fitFacts100.extend({
  notice: fitFacts100.shape.notice.extend({
    cpvMeant: z.number().min(0).max(1).optional().meta({
      description:
        'Share of a keyword that leads to a CPV code of the notice, by trades, labels and learned words; 0 if absent',
    }),
  }),
})
