/**
 * Applicants: the specification's seven types, the listing's five labels, and common words for
 * them.
 */
import { ORG_TYPES, type OrgType } from 'ukintel-grant-reader/kinds'

/**
 * The listing's own labels. "Public Sector" takes in local authorities and education: adverts
 * before the fifth label never tick it.
 */
const LISTING_LABELS: ReadonlyMap<string, readonly OrgType[]> = new Map<string, readonly OrgType[]>(
  Object.entries({
    'personal / individual': ['individual'],
    'private sector': ['business'],
    'non-profit': ['charity', 'community_group'],
    'public sector': ['public_body', 'local_authority', 'education'],
    'local authority': ['local_authority'],
  } as const),
)

/** Names of types that callers use. Keys are lower case with single hyphens. */
const SYNONYMS: ReadonlyMap<string, OrgType> = new Map(
  Object.entries({
    person: 'individual',
    personal: 'individual',
    'private-individual': 'individual',
    homeowner: 'individual',
    resident: 'individual',
    artist: 'individual',
    company: 'business',
    'limited-company': 'business',
    ltd: 'business',
    plc: 'business',
    llp: 'business',
    partnership: 'business',
    sme: 'business',
    startup: 'business',
    'start-up': 'business',
    'sole-trader': 'business',
    'self-employed': 'business',
    freelancer: 'business',
    farmer: 'business',
    'private-sector': 'business',
    'for-profit': 'business',
    'registered-charity': 'charity',
    cio: 'charity',
    scio: 'charity',
    trust: 'charity',
    'charitable-trust': 'charity',
    'charitable-company': 'charity',
    'non-profit': 'charity',
    nonprofit: 'charity',
    'not-for-profit': 'charity',
    ngo: 'charity',
    cic: 'community_group',
    'community-interest-company': 'community_group',
    'social-enterprise': 'community_group',
    'community-benefit-society': 'community_group',
    'co-operative': 'community_group',
    cooperative: 'community_group',
    'voluntary-group': 'community_group',
    'voluntary-organisation': 'community_group',
    vcse: 'community_group',
    club: 'community_group',
    'sports-club': 'community_group',
    'parish-group': 'community_group',
    'residents-association': 'community_group',
    'public-sector': 'public_body',
    government: 'public_body',
    'government-department': 'public_body',
    nhs: 'public_body',
    'nhs-trust': 'public_body',
    police: 'public_body',
    'fire-service': 'public_body',
    council: 'local_authority',
    'local-council': 'local_authority',
    'county-council': 'local_authority',
    'district-council': 'local_authority',
    'city-council': 'local_authority',
    'borough-council': 'local_authority',
    'combined-authority': 'local_authority',
    'unitary-authority': 'local_authority',
    'local-government': 'local_authority',
    parish: 'local_authority',
    'parish-council': 'local_authority',
    'town-council': 'local_authority',
    'community-council': 'local_authority',
    school: 'education',
    academy: 'education',
    college: 'education',
    university: 'education',
    nursery: 'education',
    'higher-education': 'education',
    'further-education': 'education',
    'multi-academy-trust': 'education',
    'research-organisation': 'education',
  } satisfies Record<string, OrgType>),
)

/** The slug for a slug or a synonym of one, or null. */
export function parseOrgType(text: string): OrgType | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[\s_-]+/g, '-')
  const slug = key.replace(/-/g, '_')
  if ((ORG_TYPES as readonly string[]).includes(slug)) return slug as OrgType
  return SYNONYMS.get(key) ?? SYNONYMS.get(key.replace(/s$/, '')) ?? null
}

/** All words that `parseOrgType` knows, for hints. */
export const ORG_TYPE_WORDS: readonly string[] = [...ORG_TYPES, ...SYNONYMS.keys()]

/**
 * The listing's labels as slugs in the specification's order; `unknown` keeps labels that have no
 * mapping.
 */
export function orgTypesOfLabels(labels: readonly string[]): {
  types: OrgType[]
  unknown: string[]
} {
  const found = new Set<OrgType>()
  const unknown: string[] = []
  for (const label of labels) {
    const types = LISTING_LABELS.get(
      label
        .trim()
        .toLowerCase()
        .split('/')
        .map((part) => part.trim())
        .join(' / '),
    )
    if (types) for (const type of types) found.add(type)
    else unknown.push(label)
  }
  return { types: ORG_TYPES.filter((type) => found.has(type)), unknown }
}
