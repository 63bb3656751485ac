/** An amount in whole currency units. */
export interface Money {
  amount: number
  currency: string
  /** Present if the amount is stated with VAT alone, or only some of what was added up. */
  tax?: 'included' | 'mixed'
}

/** Statement of an answer about the VAT in an amount; `null` if it makes none. */
export type Tax = 'excluded' | 'included' | null

/** Returns whether an amount includes VAT. `withoutMark` is what its portal's other amounts are. */
export function taxOf({ tax }: Pick<Money, 'tax'>, withoutMark: Tax): Tax {
  if (tax === undefined) return withoutMark
  return tax === 'included' ? 'included' : null
}
