/**
 * Supplier profiles as bid managers would write them, and what they would call right. Shown in
 * docs/rules/fit-1.0.0.md.
 */
import type { Rig } from './rig.ts'
export interface SupplierCase {
  name: string
  body: Record<string, unknown>
  /** Titles that this supplier would look at. */
  right: RegExp
}

export const PROFILES: readonly SupplierCase[] = [
  {
    name: 'Grounds maintenance firm, Scotland and the north of England',
    body: {
      keywords: ['grounds maintenance', 'grass cutting', 'tree surgery'],
      cpv: ['773'],
      regions: ['scotland', 'north-east', 'north-west', 'yorkshire'],
      value_min: 30_000,
      value_max: 800_000,
      sme: true,
      certifications: ['ISO 14001'],
    },
    right: /grounds|grass|tree surgery|cemetery maintenance|landscap/i,
  },
  {
    name: 'Cyber security consultancy, remote',
    body: {
      keywords: ['cyber security', 'penetration testing', 'security operations centre'],
      cpv: ['72800000', '72700000', '79417'],
      regions: ['london'],
      remote: true,
      value_max: 1_000_000,
      certifications: ['ISO 27001', 'Cyber Essentials Plus'],
    },
    right: /cyber|penetration|security operations/i,
  },
  {
    name: 'Software house, description only',
    body: {
      description:
        'We design and build accessible digital services, websites and case management systems for councils, with user research and software development.',
      remote: true,
      regions: ['west-midlands'],
      value_max: 1_500_000,
    },
    right:
      /digital service|website|customer relationship|data platform|software|cloud|placement systems|finance and payroll/i,
  },
  {
    name: 'Contract cleaner',
    body: {
      keywords: ['cleaning', 'window cleaning'],
      exclude_keywords: ['waste'],
      cpv: ['909'],
      value_min: 50_000,
      value_max: 1_500_000,
    },
    right: /clean/i,
  },
  {
    name: 'Home care and supported living provider, CQC registered',
    body: {
      keywords: ['home care', 'supported living', 'residential care'],
      cpv: ['8531'],
      regions: ['england'],
      value_min: 50_000,
      value_max: 10_000_000,
      certifications: ['CQC registration'],
    },
    right:
      /home care|supported living|care home|residential placement|children looked after|intermediate care|substance|mental health|personal help|domestic abuse/i,
  },
  {
    name: 'Housing repairs and refurbishment contractor',
    body: {
      keywords: [
        'responsive repairs',
        'kitchens and bathrooms',
        'roof replacement',
        'refurbishment',
        'adaptations',
      ],
      cpv: ['4545', '4526', '507'],
      value_min: 100_000,
      value_max: 30_000_000,
      certifications: ['CHAS'],
    },
    right:
      /repairs|kitchens|roof|refurbish|adaptations|window replacement|retrofit|boiler|capital works|lift/i,
  },
  {
    name: 'Minibus and taxi operator',
    body: {
      keywords: ['home to school transport', 'passenger transport', 'minibus'],
      cpv: ['601'],
      value_max: 50_000_000,
      sme: true,
    },
    right: /school transport|transport services|mini ?bus/i,
  },
  {
    name: 'Solar and EV charging installer',
    body: {
      keywords: ['solar', 'EV charging', 'heat pumps'],
      cpv: ['09331200', '3115', '45261215', '4251'],
      regions: ['england', 'wales'],
      value_min: 50_000,
      value_max: 3_000_000,
    },
    right: /solar|electric vehicle charg|retrofit/i,
  },
  {
    name: 'Translation agency',
    body: {
      keywords: ['translation', 'interpreting'],
      cpv: ['7953', '7954'],
      remote: true,
      regions: ['london'],
      value_max: 500_000,
      sme: true,
    },
    right: /translation|interpret/i,
  },
]

/** Right ones among the first ten, of as many as there are right ones to find, at most ten. */
export async function precision(
  rig: Rig,
  profile: (typeof PROFILES)[number],
): Promise<{ found: number; of: number }> {
  const { result } = await rig.ask('tenders_fit_score', { body: profile.body })
  const titles: string[] = result.matches.map((match: { title: string }) => match.title)
  const index = rig.wing.deps.index.live()
  const open = [...index.listShown()].filter(({ stage }) => stage === 'tender')
  const available = open.filter((notice) => profile.right.test(notice.title)).length
  return {
    found: titles.filter((title) => profile.right.test(title)).length,
    of: Math.min(10, available),
  }
}
