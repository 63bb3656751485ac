/** Words that require or refuse. */
import { type PhraseTables, pattern } from './table.ts'

export const REQUIREMENT_WORDS_PHRASES = {
  DEMANDS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'must or need to',
        phrase: pattern`must|need(?:s)? to`,
        like: ['You must have'],
        unlike: ['You have'],
      },
      {
        meaning: 'needs a thing',
        phrase: pattern`needs? (?=an?\b|your|its|their|at least)`,
        like: ['You need a written constitution.'],
        unlike: ['You a written constitution.'],
      },
      {
        meaning: 'required, only or minimum',
        phrase: pattern`
          required|requires?|have to|has to|only|should|minimum|essential|mandatory|compulsory`,
        like: ['will only be', 'required'],
        unlike: ['will be'],
      },
    ],
  },
  /** Words that turn a demand round, or that refuse. */
  REFUSES: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'not eligible or not funded',
        phrase: pattern`
          not (?:be )?(?:currently )?
          (?:eligible|available|considered|funded|awarded|made|given|able to apply|accepted|
            supported|permitted|allowed|fund|support|pay|cover|make|award|accept|offer|consider)`,
        like: ['Not eligible'],
        unlike: ['Not'],
      },
      {
        meaning: 'ineligible',
        phrase: pattern`not permitted|ineligible`,
        like: ['Ineligible applicants'],
        unlike: ['applicants'],
      },
      {
        meaning: 'cannot apply or be funded',
        phrase: pattern`cannot (?:apply|be|fund|support|pay|receive|make|accept|consider)`,
        like: ['cannot apply if'],
        unlike: ['apply if'],
      },
      {
        meaning: 'short forms of cannot',
        phrase: pattern`
          can['’]t (?:apply|be|fund|support|pay)|may not (?:apply|be)|
          (?:can['’]t|cannot|may not)(?=\.?$)|must not|should not have|unable to`,
        like: ["Who can't apply", 'should not have'],
        unlike: ['Who apply'],
      },
      {
        meaning: 'do not fund',
        phrase: pattern`do not (?:make|fund|offer|award|accept|support|consider|give)`,
        like: ['We do not fund'],
        unlike: ['We do not'],
      },
      {
        meaning: 'does not fund',
        phrase: pattern`does not (?:make|fund|offer|award|accept|support)`,
        like: ['what the funder does not offer now'],
        unlike: ['what the funder does not now'],
      },
      {
        meaning: "don't fund",
        phrase: pattern`don['’]t (?:give|make|fund|offer|award|accept|support|pay)`,
        like: ["What we don't fund"],
        unlike: ['What we fund'],
      },
      {
        meaning: 'will not fund',
        phrase: pattern`
          will not (?:under any circumstances )?(?:fund|pay|make|consider|be|support|accept)`,
        like: ['What we will not fund'],
        unlike: ['What we not fund'],
      },
      {
        meaning: "won't fund",
        phrase: pattern`won['’]t (?:fund|pay|be)`,
        like: ["What we won't fund"],
        unlike: ['What we fund'],
      },
      {
        meaning: 'is refused',
        phrase: pattern`
          (?:is|are|will be) (?:refused|declined|turned (?:down|away)|ruled out|shut out|barred)`,
        like: ['Who is ruled out'],
        unlike: ['Who is out'],
      },
      {
        meaning: 'never made',
        phrase: pattern`never (?:be )?(?:made|awarded|given|paid|offered)`,
        like: ['never made for finished work'],
        unlike: ['made for finished work'],
      },
      {
        meaning: 'not paid for',
        phrase: pattern`not (?:be )?(?:paid for|covered|met|reimbursed)`,
        like: ['Finished work is not paid for.'],
        unlike: ['Finished work is not for.'],
      },
      {
        meaning: 'excluded, or no grants',
        phrase: pattern`no (?=retrospective)|excluded|rejected|no (?=grants? (?:to|for)\b)`,
        like: ['No grants to individuals.', 'excluded'],
        unlike: ['grants to individuals.'],
      },
    ],
  },
} satisfies PhraseTables
