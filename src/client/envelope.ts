/** What every paid operation answers. Missing values are null, keys are always there. */
export interface Envelope<Query, Result, Verdict> {
  query: Query
  result: Result
  verdict: Verdict
  confidence: 'high' | 'medium' | 'low'
  /** When the underlying data was fetched, ISO 8601. */
  as_of: string
  sources: readonly { name: string; fetched: string | null; url: string | null }[]
  attribution: string
  notice: string
  cost: { amount: string; currency: 'USDC' }
}
