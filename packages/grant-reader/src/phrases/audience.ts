/** Words for organisations of a community. */
import { words } from './words.ts'

export const COMMUNITY_WORDS = words`
  # groups and clubs
  \bgroups?\b|\bclubs?\b|\bassociations?\b|\bcommunities\b|
  # voluntary organisations
  \b(?:community|voluntary|not[- ]for[- ]profit|non[- ]profit)
  (?:[- ]based| sector)? (?:organi[sz]ations?|bodies)\b|
  # organisations and businesses
  \borgani[sz]ations? (?:and|or|\/|&) (?:\w+ )?business|
  # businesses and organisations
  \bbusiness(?:es)? ?(?:and|or|\/|&) ?(?:\w+ )?organi[sz]ations?\b`
