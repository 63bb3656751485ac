/**
 * A careful model's reading of a grant's text: the regular requirements, and every other line as
 * one for manual review.
 */
import { plainText } from '../../src/grants/model/detail.ts'
import type { Proposal } from '../../src/grants/model/proposal.ts'
import { draftSeed } from '../../src/grants/seed/draft.ts'

/** The JSON that a model answers with for the material `{"text": "..."}`. */
export function readGrantText(material: unknown): string {
  const text = plainText(String((material as { text?: unknown }).text ?? ''))
  const { criteria, notes } = draftSeed({ facts: { name: '' }, text, sourceUrl: '' })
  const left = notes.map((quote) => ({
    code: 'OTHER',
    parameter: null,
    operator: 'is',
    value: true,
    quote,
  }))
  return JSON.stringify({ criteria: [...criteria, ...left], notes: [] } satisfies Proposal)
}
