/**
 * From stored rows to the next generation: facts of the listing, and for every text the best
 * reading that holds.
 */

import { READER_VERSION } from 'ukintel-grant-reader/version'
import { unpack } from '../background/stored-layout.ts'
import type { ReadingRow } from '../store/grants.ts'
import {
  buildGeneration,
  type GrantGeneration,
  type IndexedGrant,
  type IndexedReading,
} from './index/generation.ts'
import { criteriaText, type GrantText } from './model/detail.ts'
import { readListItem } from './model/listing.ts'
import { buildListingCriteria } from './model/listing-criteria.ts'
import { modelReaderName, parseProposal } from './model/model-reader.ts'
import { acceptProposal } from './model/proposal.ts'
import { reconcile } from './model/reconcile.ts'
import type { Seed } from './seed/seeds.ts'
import { READING, type StoredGrant } from './stored-layouts.ts'
import { listUnread, type Unread, type UnreadItem } from './unread.ts'

export interface Assembly {
  generation: GrantGeneration
  /** Unread adverts by id, or by a number if there is none. */
  unread: ReadonlyMap<string, Unread>
  counts: {
    listed: number
    known: number
    seed: number
    llm: number
    listing: number
    seedsVoid: number
    readingsRejected: number
  }
}

interface Sources {
  rows: readonly StoredGrant[]
  readings: readonly ReadingRow[]
  seeds: ReadonlyMap<string, Seed>
  /** Null: what a model read before counts no longer. */
  modelId: string | null
  fetchedMs: number
  unreadItems: readonly UnreadItem[]
  pageUrl: (slug: string) => string
}

export function assemble({
  rows,
  readings,
  seeds,
  modelId,
  fetchedMs,
  unreadItems,
  pageUrl,
}: Sources): Assembly {
  const byKey = new Map(
    readings.map((reading) => [`${reading.textSha256} ${reading.reader}`, reading]),
  )
  const counts = {
    listed: 0,
    known: rows.length,
    seed: 0,
    llm: 0,
    listing: 0,
    seedsVoid: 0,
    readingsRejected: 0,
  }
  const usedSeeds = new Set<string>()

  /** Returns the best reading of a text. */
  function readText(text: GrantText): IndexedReading {
    const byRule = byKey.get(`${text.sha256} ${READER_VERSION}`)
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
    const answer =
      modelId === null ? undefined : byKey.get(`${text.sha256} ${modelReaderName(modelId)}`)
    if (answer) {
      const proposal = parseProposal(answer.answer)
      const reading = proposal ? acceptProposal(text, proposal, known, { byModel: true }) : null
      if (reading?.accepted)
        return { criteria: reading.criteria, basis: 'llm', parsedMs: answer.readMs }
      counts.readingsRejected += 1
    }
    return { criteria: known, basis: 'listing', parsedMs }
  }

  const grants = rows.map((row): IndexedGrant => {
    const facts = readListItem(row.item)
    const { detail } = row
    const text = criteriaText(detail)
    const listing = buildListingCriteria(facts)
    const read: IndexedReading =
      text.text === '' ? { criteria: [], basis: 'listing', parsedMs: null } : readText(text)
    const reconciled = read.basis === 'seed' ? read.criteria : reconcile(listing, read.criteria)
    const criteria = [...listing, ...reconciled]
    const basis = criteria.length === 0 ? null : read.basis
    if (row.removedMs === null) {
      counts.listed += 1
      if (basis) counts[basis] += 1
    }
    return {
      facts,
      removedMs: row.removedMs,
      detail,
      text,
      criteria,
      basis,
      parsedMs: read.parsedMs,
      sourceUrl: pageUrl(row.slug),
    }
  })
  counts.seedsVoid = seeds.size - usedSeeds.size
  return {
    generation: buildGeneration(grants, fetchedMs),
    unread: listUnread(unreadItems, rows),
    counts,
  }
}
