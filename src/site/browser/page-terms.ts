import type { DrawingContext } from '../pictures/draw-answer.ts'

/** Terms of payment that a page states itself, so that its script can refuse terms that differ. */
export interface PageTerms {
  publicUrl: string
  network: string
  networkName: string
  /** Its money has no value. */
  test: boolean
  asset: string
  assetName: string
  payTo: string
  /** Atomic amount of one unit and the most units of a call, by operation. */
  prices: Readonly<Record<string, { amount: string; most: number }>>
  drawing: DrawingContext
}

/** Element with these terms as JSON. */
export const PAGE_TERMS_ID = 'page-terms'
