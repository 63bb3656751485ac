/**
 * Terms by which a contract is found. The first letter of a term is its kind: t word of title or
 * buyer, b buyer, k whole name of a buyer, i register id of the buyer, s supplier, n company
 * number, u supplier without a number, c CPV code, r region.
 */
import { tokens } from '../../text-search/terms.ts'
import { normaliseName } from './buyer.ts'
import { type Contract, supplierKey } from './contract.ts'
import { ALL_REGIONS, ENGLAND, type RegionFilter, regionSlugs } from './regions.ts'

/** Takes the place of a stop word, so that words around it are not a phrase. */
export const GAP = 'z'

/** Returns the terms in order, separated by spaces. */
export function contractTerms(contract: Contract): string {
  const { title, buyer, buyerIds, otherBuyers = [], suppliers, numbers, cpv, regions } = contract
  return [
    ...wordTerms(title ?? ''),
    GAP,
    ...wordTerms(buyer),
    ...[buyer, ...otherBuyers].flatMap((name) => [
      GAP,
      ...nameTerms('b', name),
      buildBuyerTerm(name),
    ]),
    ...buyerIds.map(idTerm),
    ...suppliers.flatMap((name, index) => {
      const number = numbers[index] ?? null
      return [
        ...nameTerms('s', name),
        number === null ? buildUnnumberedTerm(name) : numberTerm(number),
      ]
    }),
    ...cpv.map((code) => `c${code}`),
    ...(regions === ALL_REGIONS ? ['ruk'] : regionSlugs(regions).map(slugTerm)),
    ...(regions & ENGLAND ? ['renglish'] : []),
  ].join(' ')
}

function wordTerms(text: string): string[] {
  const terms: string[] = []
  for (const { term, at } of tokens(text)) {
    while (terms.length < at) terms.push(GAP)
    terms.push(`t${term}`)
  }
  return terms
}

const slugTerm = (slug: string) => `r${slug.replaceAll('-', '')}`

export function nameTerms(letter: 'b' | 's', name: string): string[] {
  return normaliseName(name)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => letter + word)
}

export const idTerm = (id: string) => `i${id.toLowerCase().replace(/[^a-z0-9]/g, '')}`
export const numberTerm = (number: string) => `n${number.toLowerCase()}`
export const buildBuyerTerm = (name: string) => `k${supplierKey(normaliseName(name))}`
export const buildUnnumberedTerm = (name: string) => `u${supplierKey(normaliseName(name))}`

/** Terms of which a contract in the region has one. */
export function regionTerms(filter: RegionFilter): string[] {
  return filter === 'england' ? ['renglish', 'ruk'] : [slugTerm(filter), 'ruk']
}
