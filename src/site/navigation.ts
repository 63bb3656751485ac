/** The pages for people, and where each is found. */

type Link = readonly [path: string, name: string]

export const TOP: readonly Link[] = [
  ['/docs', 'Start'],
  ['/docs/api', 'API'],
  ['/#prices', 'Prices'],
  ['/#health', 'Health'],
]

/** Beside every page of the manual. */
export const NAVIGATION: readonly { heading: string; links: readonly Link[] }[] = [
  {
    heading: 'Begin',
    links: [
      ['/', 'Overview'],
      ['/docs', 'From ask to paid'],
      ['/sample/company', 'A free sample'],
    ],
  },
  {
    heading: 'Look up',
    links: [
      ['/docs/api', 'API reference'],
      ['/docs/envelope', 'The answer'],
      ['/docs/errors', 'Errors'],
      ['/docs/rules', 'Rules'],
    ],
  },
  {
    heading: 'Rely on',
    links: [
      ['/docs/payments', 'Payments and refunds'],
      ['/docs/contract', 'What you may rely on'],
      ['/docs/sources', 'Sources and licences'],
      ['/docs/changes', 'Changes'],
    ],
  },
]

export const FOOT: readonly Link[] = [
  ['/docs', 'Docs'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refunds', 'Refunds'],
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'llms.txt'],
]
