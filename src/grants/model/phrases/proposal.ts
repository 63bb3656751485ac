/** Words that bind, and words for a limit. */
import { type PhraseTables, pattern } from './table.ts'

export const PROPOSAL_PHRASES = {
  AT_LEAST: {
    flags: 'is',
    phrases: [
      {
        meaning: 'words for a minimum',
        phrase: pattern`
          \b(?:at least|minimum|no(?:t)? less than|no fewer than|or more|or above)\b`,
        like: ['at least 20%'],
        unlike: ['at 20%'],
      },
      {
        meaning: 'refuses less than',
        phrase: pattern`\b(?:not?|cannot|exclud\w+)\b.*\b(?:less|fewer) than\b`,
        like: ['You need no fewer than two directors.'],
        unlike: ['You need no than two directors.'],
      },
      {
        meaning: 'less than, refused',
        phrase: pattern`\b(?:less|fewer) than\b.*\b(?:not|cannot|excluded|ineligible)\b`,
        like: ['Requests for less than £500 will not be considered.'],
        unlike: ['Requests for than £500 will not be considered.'],
      },
    ],
  },
  AT_MOST: {
    flags: 'is',
    phrases: [
      {
        meaning: 'words for a maximum',
        phrase: pattern`
          \b(?:up to|maximum|at most|no(?:t)? more than|no longer than|exceed\w*|or less|or under|
            capped|within|covers?|off|long)\b`,
        like: ['Up to £5,000'],
        unlike: ['to £5,000'],
      },
      {
        meaning: 'only so many applications',
        phrase: pattern`\bonly\b.*\bapplications?\b`,
        like: ['You can submit only one application.'],
        unlike: ['You can submit only one.'],
      },
      {
        meaning: 'one application per site',
        phrase: pattern`\bone\b.*\bapplication (?:per|from each)\b`,
        like: ['Only one application per site.'],
        unlike: ['Only one per site.'],
      },
    ],
  },
  /** Words that bind; a line with one of them must be quoted by a criterion, a note is not enough. */
  BINDING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'words that require or limit',
        phrase: pattern`
          \b(?:must|cannot|can['’]t|can not|only|not|eligible|ineligible|required?|requirements?|
            at least|minimum|maximum|no more than|up to|fewer than|less than|more than|exclu\w+|
            need to|has to|have to|should|unless|except)\b`,
        like: ['You must be a charity.'],
        unlike: ['You be a charity.'],
      },
      {
        meaning: 'a sum or a number',
        phrase: pattern`[£%\d]`,
        like: ['Up to £5,000'],
        unlike: [],
      },
    ],
  },
} satisfies PhraseTables
