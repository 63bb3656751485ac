/** Scoring rules as they are published: `/v1/rules` and `docs/rules` are written from this, and this from the tables that the code applies. */

export type RuleEffect =
  | { points: number }
  /** The score never exceeds it while the rule fires. */
  | { cap: number }
  /** The most that this part adds. */
  | { of: number }
  | { band: string }
  /** Only tells. */
  | null

export interface RuleBook {
  /** Names the page: `verdict-1.0.0`. */
  id: string
  /** As answers carry it. */
  version: string
  title: string
  /** Operation ids. */
  applies_to: readonly string[]
  /** In the order in which they are done. */
  procedure: readonly string[]
  rules: readonly { code: string; effect: RuleEffect; fires: string }[]
  /** Best first; `from` and `to` null where the band does not follow from the score. */
  bands: readonly { band: string; from: number | null; to: number | null }[]
  /** What the table leaves open, and how it is read. */
  readings?: readonly { question: string; answer: string }[]
}
