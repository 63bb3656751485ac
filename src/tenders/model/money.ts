/** Whole currency units, VAT excluded. */
export interface Money {
  amount: number
  currency: string
}
