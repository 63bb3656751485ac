/**
 * Region of a postcode, from the letters of its area and, if an area is in two regions, the
 * district's number.
 */
import type { RegionSlug } from './region-slugs.ts'

const AREAS: Readonly<Record<RegionSlug, string>> = {
  scotland: 'AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE',
  wales: 'CF LD LL NP SA',
  'northern-ireland': 'BT',
  london: 'BR CR E EC EN HA IG N NW RM SE SM SW TW UB W WC',
  'north-east': 'DH DL NE SR TS',
  'north-west': 'BB BL CA CH CW FY L LA M OL PR SK WA WN',
  yorkshire: 'BD DN HD HG HU HX LS S WF YO',
  'east-midlands': 'DE LE LN NG NN',
  'west-midlands': 'B CV DY HR ST SY TF WR WS WV',
  'east-of-england': 'AL CB CM CO IP LU NR PE SG SS WD',
  'south-east': 'BN CT DA GU HP KT ME MK OX PO RG RH SL SO TN',
  'south-west': 'BA BH BS DT EX GL PL SN SP TA TQ TR',
}

/** Districts that lie in another region than most of their area. */
const EXCEPTIONS: readonly [area: string, districts: string, region: RegionSlug][] = [
  ['BH', '24-25', 'south-east'],
  ['BR', '8', 'south-east'],
  ['CH', '5-8', 'wales'],
  ['CR', '3,6', 'south-east'],
  ['DA', '5-8,14-18', 'london'],
  ['DE', '13-15', 'west-midlands'],
  ['DL', '6-11', 'yorkshire'],
  ['DN', '21-22', 'east-midlands'],
  ['EN', '6-11', 'east-of-england'],
  ['HP', '1-4,23', 'east-of-england'],
  ['IG', '7,9-10', 'east-of-england'],
  ['KT', '1-6,9', 'london'],
  ['MK', '40-45', 'east-of-england'],
  ['OL', '14', 'yorkshire'],
  ['PE', '9-12,20-25', 'east-midlands'],
  ['RM', '15-20', 'east-of-england'],
  ['S', '18,21,32-33,40-45,49,80-81', 'east-midlands'],
  ['SK', '13,17,22-23', 'east-midlands'],
  ['SM', '7', 'south-east'],
  ['SN', '7', 'south-east'],
  ['SP', '6,10-11', 'south-east'],
  ['SY', '14', 'north-west'],
  ['SY', '15-25', 'wales'],
  ['TD', '12,15', 'north-east'],
  ['TS', '9', 'yorkshire'],
  ['TW', '15-20', 'south-east'],
]

const byArea = new Map(
  Object.entries(AREAS).flatMap(([region, areas]) =>
    areas.split(' ').map((area) => [area, region as RegionSlug] as const),
  ),
)

const byDistrict = new Map(
  EXCEPTIONS.flatMap(([area, districts, region]) =>
    districts.split(',').flatMap((range) => {
      const [from, to] = range.split('-').map(Number)
      return Array.from(
        { length: (to ?? from!) - from! + 1 },
        (_, index) => [`${area}${from! + index}` as string, region] as const,
      )
    }),
  ),
)

/** Null for what is not a postcode, and for the Channel Islands and the Isle of Man. */
export function postcodeRegion(postcode: string): RegionSlug | null {
  const compact = postcode.toUpperCase().replace(/\s+/g, '')
  // `TA14DY` is TA1 4DY: of a whole postcode the inward part (a digit, two letters) is cut off
  // first.
  const outward = /^([A-Z]{1,2}\d[A-Z\d]?)\d[A-Z]{2}$/.exec(compact)?.[1] ?? compact
  const [, area, district] = /^([A-Z]{1,2})(\d{1,2})(?!\d)/.exec(outward) ?? []
  if (area === undefined) return null
  return byDistrict.get(`${area}${Number(district)}`) ?? byArea.get(area) ?? null
}
