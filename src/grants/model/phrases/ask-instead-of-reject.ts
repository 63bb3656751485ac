/** Words that require or refuse. */
import { type PhraseTables, pattern } from './table.ts'

export const ASK_INSTEAD_OF_REJECT_PHRASES = {
  /** Words that require or refuse; "projects of up to £50,000" may only describe what is usual. */
  DEMANDED: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'must, only or required',
        phrase: pattern`must|cannot|can['’]t|only|required|requires?`,
        like: ['You must apply.'],
        unlike: ['You apply.'],
      },
      {
        meaning: 'not eligible or not funded',
        phrase: pattern`not (?:be )?(?:eligible|considered|accepted|fund|support)`,
        like: ['Not eligible'],
        unlike: ['Not'],
      },
      {
        meaning: 'ineligible, has to or will not',
        phrase: pattern`ineligible|ha(?:s|ve) to|needs? to|will not|may not`,
        like: ['Ineligible applicants', 'ineligible'],
        unlike: ['applicants'],
      },
    ],
  },
} satisfies PhraseTables
