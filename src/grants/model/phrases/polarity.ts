/** Phrases that exclude. */
import { type PhraseTables, pattern } from './table.ts'

export const POLARITY_PHRASES = {
  EXCLUDES: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'cannot or must not',
        phrase: pattern`cannot|can['’]t|may not|unable to|(?:should|must) not apply`,
        like: ['cannot apply if', 'should not apply'],
        unlike: ['apply if'],
      },
      {
        meaning: 'not eligible or not funded',
        phrase: pattern`
          not (?:currently |be |normally |generally )*
          (?:able|eligible|accepted|considered|permitted|allowed|funded|supported|invited|qualify|
            fund|support|accept|take|consider|award|make|offer|give)`,
        like: ['Not eligible'],
        unlike: ['Not'],
      },
      {
        meaning: 'does not fund',
        phrase: pattern`
          (?:do|does|wo)n['’]t (?:currently )?
          (?:fund|support|accept|take|consider|make|award|give|offer|qualify)`,
        like: ["What we won't fund"],
        unlike: ['What we fund'],
      },
      {
        meaning: 'ineligible or excluded',
        phrase: pattern`ineligible|excluded|rejected|refused|declined|ruled out|shut out|barred`,
        like: ['Who is ruled out', 'ineligible'],
        unlike: ['Who is out'],
      },
    ],
  },
} satisfies PhraseTables
