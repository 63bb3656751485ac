/** What a careful model makes of a grant's text: the regular requirements, and every other line as one that a reader must judge. */
import { plainText } from '../../grants/model/detail.ts'
import type { Proposal, ProposedCriterion } from '../../grants/model/proposal.ts'
import { readText } from '../../grants/model/reader/reader.ts'

/** The JSON that a model answers with for the material `{"text": "..."}`. */
export function readGrantText(material: unknown): string {
  const text = String((material as { text?: unknown }).text ?? '')
  const found = readText(plainText(text))
  const criteria: ProposedCriterion[] = found.map(({ code, parameter, operator, value, requirement }) => ({
    code,
    parameter: code === 'OTHER' ? null : parameter,
    operator,
    value,
    quote: requirement,
  }))
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const isRead = found.some(({ span }) => span !== null && span.start < end && start < span.end)
    if (line.trim() !== '' && !isRead && !line.endsWith(':')) {
      criteria.push({ code: 'OTHER', parameter: null, operator: 'is', value: true, quote: line })
    }
    start = end + 1
  }
  return JSON.stringify({ criteria, notes: [] } satisfies Proposal)
}
