/** Advice for a bid, by rule, from the matches. */
import { longDate, money, regionName } from '../../model/summary.ts'
import type { EmphasisFacts, Fit } from '../version.ts'

const MAX_KEYWORDS = 5

/** At most some six short sentences, in the order of the factors. */
export function emphasise(fit: Fit, facts: EmphasisFacts): string {
  const parts: string[] = []
  const quoteEach = (list: readonly string[]) =>
    list
      .slice(0, MAX_KEYWORDS)
      .map((each) => `"${each}"`)
      .join(', ')
  if (facts.titleKeywords.length > 0)
    parts.push(`Lead with ${quoteEach(facts.titleKeywords)}: the title asks for it.`)
  if (facts.bodyKeywords.length > 0)
    parts.push(
      `Show evidence of ${quoteEach(facts.bodyKeywords)}, which the description or a lot names.`,
    )
  if (facts.cpv.length > 0)
    parts.push(`Refer to CPV ${facts.cpv.slice(0, 3).join(', ')}, which your codes cover.`)
  if (fit.value === 20 && facts.valueGbp !== null)
    parts.push(
      `The value of ${money(facts.valueGbp, 'GBP')} is inside your band: cite contracts of that size.`,
    )
  if (facts.sharedRegions.length > 0)
    parts.push(`Name your presence in ${facts.sharedRegions.map(regionName).join(', ')}.`)
  else if (facts.ukWide) parts.push('The work is UK-wide: explain how you cover every nation.')
  else if (facts.remote && fit.reach === 'remote')
    parts.push('The work lies outside your regions: explain how you deliver remotely.')
  if (facts.pastBuyer) parts.push(`${facts.buyer} has bought from you: cite that contract.`)
  else if (facts.history && facts.division !== null) {
    const awards = facts.history.divisions[facts.division]?.awards ?? 0
    if (awards > 0)
      parts.push(
        `${facts.buyer} made ${awards} ${awards === 1 ? 'award' : 'awards'} in CPV division ${facts.division} in 36 months: compare your offer with the incumbents'.`,
      )
  }
  if (facts.sme && facts.smeSuitable)
    parts.push('The notice is marked as suitable for SMEs: say that you are one.')
  if (facts.certifications.length > 0)
    parts.push(`State your ${facts.certifications.join(', ')}: the notice mentions it.`)
  if (facts.deadline !== null && facts.workingDaysLeft !== null) {
    parts.push(
      `${facts.workingDaysLeft} working ${facts.workingDaysLeft === 1 ? 'day is' : 'days are'} left until ${longDate(facts.deadline)}.`,
    )
  }
  return parts.join(' ')
}
