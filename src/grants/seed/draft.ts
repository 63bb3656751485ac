/**
 * A seed file to begin with: what the rules read, and as notes every other line of the eligibility
 * section. `doubted` quotes the readings that the operator confirms or removes, because a seed is
 * sure.
 */

import { readText } from 'ukintel-grant-reader'
import type { GrantText } from '../model/detail.ts'
import type { Proposal, ProposedCriterion } from '../model/proposal.ts'

export interface SeedDraft extends Proposal {
  text_sha256: string
  scheme: string
  source: string
  doubted: string[]
}

export function draftSeed({
  facts,
  text,
  sourceUrl,
}: {
  facts: { name: string }
  text: GrantText
  sourceUrl: string
}): SeedDraft {
  const found = readText(text)
  const criteria: ProposedCriterion[] = found.map(
    ({ code, parameter, operator, value, requirement }) => ({
      code,
      parameter: code === 'OTHER' ? null : parameter,
      operator,
      value,
      quote: requirement,
    }),
  )
  const notes: string[] = []
  const doubted = found.filter(({ certainty }) => (certainty ?? 'sure') !== 'sure')
  for (const section of text.sections.filter(({ field }) => field === 'grantEligibilityTab')) {
    let start = section.start
    for (const line of text.text.slice(section.start, section.end).split('\n')) {
      const end = start + line.length
      const isRead = found.some(({ span }) => span !== null && span.start < end && start < span.end)
      if (line.trim() !== '' && !isRead && !line.endsWith(':')) notes.push(line)
      start = end + 1
    }
  }
  return {
    text_sha256: text.sha256,
    scheme: facts.name,
    source: sourceUrl,
    criteria,
    notes,
    doubted: doubted.map(({ requirement }) => requirement),
  }
}
