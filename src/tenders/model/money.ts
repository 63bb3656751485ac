import { asNumber, asObject, asText } from './json.ts'

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

/**
 * Placeholders of 0 and 1, and amounts that no integer holds, are not stated. 16 % of the Act's
 * tenders state a value with VAT alone (2026-08).
 */
export function readMoney(value: unknown): Money | null {
  const money = asObject(value)
  const read = (name: string) => {
    const amount = asNumber(money?.[name])
    return amount === null || amount <= 1 || amount > Number.MAX_SAFE_INTEGER
      ? null
      : Math.round(amount)
  }
  const [amount, gross] = [read('amount'), read('amountGross')]
  const currency = asText(money?.currency)?.toUpperCase() ?? 'GBP'
  if (amount !== null) return { amount, currency }
  return gross === null ? null : { amount: gross, currency, tax: 'included' }
}
