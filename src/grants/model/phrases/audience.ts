/** Words for organisations of a community. */
import { type PhraseTables, pattern } from './table.ts'

export const AUDIENCE_PHRASES = {
  COMMUNITY_WORDS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'groups and clubs',
        phrase: pattern`\bgroups?\b|\bclubs?\b|\bassociations?\b|\bcommunities\b`,
        like: ['• sports clubs', 'communities'],
        unlike: ['• sports'],
      },
      {
        meaning: 'voluntary organisations',
        phrase: pattern`
          \b(?:community|voluntary|not[- ]for[- ]profit|non[- ]profit)
          (?:[- ]based| sector)? (?:organi[sz]ations?|bodies)\b`,
        like: ['• voluntary organisations'],
        unlike: ['• voluntary'],
      },
      {
        meaning: 'organisations and businesses',
        phrase: pattern`\borgani[sz]ations? (?:and|or|\/|&) (?:\w+ )?business`,
        like: ['The competition is open to universities, research organisations and businesses.'],
        unlike: ['The competition is open to universities, research and businesses.'],
      },
      {
        meaning: 'businesses and organisations',
        phrase: pattern`\bbusiness(?:es)? ?(?:and|or|\/|&) ?(?:\w+ )?organi[sz]ations?\b`,
        like: ['businesses and community organisations'],
        unlike: ['businesses and community'],
      },
    ],
  },
} satisfies PhraseTables
