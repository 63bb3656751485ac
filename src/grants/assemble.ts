/** From stored rows to the next generation: facts of the listing, and for every text the best reading that holds. */

import { unpack } from '../refresh/kept.ts'
import type { ReadingRow } from '../store/grants.ts'
import { type Basis, buildGeneration, type Generation, type IndexedGrant, type Reading } from './index/generation.ts'
import { type KeptGrant, READING } from './kept.ts'
import type { Criterion } from './model/criterion.ts'
import { criteriaText, type GrantText } from './model/detail.ts'
import { readListItem } from './model/listing.ts'
import { listingCriteria } from './model/listing-criteria.ts'
import { modelReaderName, proposalOf } from './model/model-reader.ts'
import { acceptProposal } from './model/proposal.ts'
import { reconcile } from './model/reconcile.ts'
import { ELIGIBILITY } from './rules/published.ts'
import type { EligibilityRules } from './rules/version.ts'
import type { Seed } from './seed/seeds.ts'
import { type Unread, type UnreadItem, unreadOf } from './unread.ts'

export interface Assembly {
  generation: Generation
  /** By id, or by a number where there is none. */
  unread: ReadonlyMap<string, Unread>
  counts: { listed: number; known: number; seed: number; llm: number; listing: number; seedsVoid: number; readingsRejected: number }
}

interface Sources {
  rows: readonly KeptGrant[]
  readings: readonly ReadingRow[]
  seeds: ReadonlyMap<string, Seed>
  /** Null: what a model read before counts no longer. */
  modelId: string | null
  fetchedMs: number
  unreadItems: readonly UnreadItem[]
  pageUrl: (slug: string) => string
}

export function assemble({ rows, readings, seeds, modelId, fetchedMs, unreadItems, pageUrl }: Sources): Assembly {
  const byKey = new Map(readings.map((reading) => [`${reading.textSha256} ${reading.reader}`, reading]))
  const counts = { listed: 0, known: rows.length, seed: 0, llm: 0, listing: 0, seedsVoid: 0, readingsRejected: 0 }
  const usedSeeds = new Set<string>()

  /** The best reading of a text for one version of the rules. */
  function readText(rules: EligibilityRules, text: GrantText): { criteria: readonly Criterion[]; basis: Basis; parsedMs: number | null } {
    const byRule = byKey.get(`${text.sha256} ${rules.reader.name}`)
    const known = (byRule && unpack(READING, byRule.answer)) ?? []
    const parsedMs = byRule?.readMs ?? null
    const seed = seeds.get(text.sha256)
    if (seed) {
      const reading = acceptProposal(text, seed.proposal, [])
      if (reading.accepted) {
        usedSeeds.add(text.sha256)
        return { criteria: reading.criteria, basis: 'seed', parsedMs }
      }
    }
    const answer = modelId === null ? undefined : byKey.get(`${text.sha256} ${modelReaderName(modelId)}`)
    if (answer) {
      const proposal = proposalOf(answer.answer)
      const reading = proposal ? acceptProposal(text, proposal, known, { inScope: rules.reader.reconciles }) : null
      if (reading?.accepted) return { criteria: reading.criteria, basis: 'llm', parsedMs: answer.readMs }
      if (rules === ELIGIBILITY.current) counts.readingsRejected += 1
    }
    return { criteria: known, basis: 'listing', parsedMs }
  }

  const grants = rows.map((row): IndexedGrant => {
    const facts = readListItem(row.item)
    const { detail } = row
    const text = criteriaText(detail)
    const readAs = (rules: EligibilityRules): Reading => {
      const listing = listingCriteria(facts, rules.reader)
      if (text.text === '') return { criteria: listing, basis: listing.length === 0 ? null : 'listing', parsedMs: null }
      const read = readText(rules, text)
      const kept = rules.reader.reconciles && read.basis !== 'seed' ? reconcile(text, listing, read.criteria) : read.criteria
      const criteria = [...listing, ...kept]
      return { criteria, basis: criteria.length === 0 ? null : read.basis, parsedMs: read.parsedMs }
    }
    const { criteria, basis, parsedMs } = readAs(ELIGIBILITY.current)
    const earlier = new Map(
      ELIGIBILITY.versions.filter((rules) => rules !== ELIGIBILITY.current).map((rules) => [rules.version, readAs(rules)] as const),
    )
    if (row.goneMs === null) {
      counts.listed += 1
      if (basis) counts[basis] += 1
    }
    return { facts, goneMs: row.goneMs, detail, text, criteria, basis, parsedMs, earlier, sourceUrl: pageUrl(row.slug) }
  })
  counts.seedsVoid = seeds.size - usedSeeds.size
  return { generation: buildGeneration(grants, fetchedMs), unread: unreadOf(unreadItems, rows), counts }
}
