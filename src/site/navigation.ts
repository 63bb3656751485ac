/** Addresses and names of the pages for people. */

type Link = readonly [path: string, name: string]

export const TOP: readonly Link[] = [
  ['/docs', 'Quickstart'],
  ['/docs/api', 'API reference'],
  ['/#prices', 'Pricing'],
  ['/#health', 'Status'],
]

/** Navigation of each page of the manual. */
export const NAVIGATION: readonly { heading: string; links: readonly Link[] }[] = [
  {
    heading: 'Get started',
    links: [
      ['/', 'Overview'],
      ['/docs', 'Quickstart'],
      ['/sample/company', 'Free sample'],
    ],
  },
  {
    heading: 'Reference',
    links: [
      ['/docs/api', 'API reference'],
      ['/docs/envelope', 'Response format'],
      ['/docs/errors', 'Errors'],
      ['/docs/rules', 'Rules'],
    ],
  },
  {
    heading: 'Guarantees',
    links: [
      ['/docs/payments', 'Authentication and payment'],
      ['/docs/contract', 'Guarantees by domain'],
      ['/docs/sources', 'Sources and licences'],
      ['/docs/changes', 'Changelog'],
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
