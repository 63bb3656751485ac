/** The compact copies of all datasets to one dossier per funder, in one pass over the rows and bounded memory. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cleanLine, shorten } from '../../kernel/text.ts'
import { pack } from '../../refresh/kept.ts'
import { dayText } from '../model/date.ts'
import { bind } from '../model/fingerprint.ts'
import { webAddress } from '../model/grant.ts'
import type { Licence } from '../model/licence.ts'
import { toPounds } from '../model/money.ts'
import { nameKey } from '../model/names.ts'
import type { KnownFunder } from '../seed/known-funders.ts'
import { type AwardRow, type DatasetCoverage, type DatasetStatus, DOSSIER, type StoredDossier } from './dossier.ts'
import { type Entity, type PublishedFunder, resolveEntities } from './entities.ts'
import { EXTRACT_FILES, type Extract, loadExtract } from './extract.ts'
import { givingOf, stepsOf } from './figures.ts'
import { createFirstSeen } from './first-seen.ts'
import { createTextReader, readRows, type TextReader } from './rows.ts'
import type { CorpusSummary } from './summary.ts'

const RECENT_AWARDS = 10
const MAX_NAMES = 50
/** An earlier day is a typing error, or what spreadsheets make of an empty cell (1900-01-01), and no day on which money was given. */
const FIRST_DAY = 19_500_101
/** Characters of a title or name within an answer. */
const MAX_SHOWN = 300
const FUNDERS_OF_ONE_PUBLISHER = 3

/** One dataset of the registry as the build finds it. */
export interface CorpusDataset {
  identifier: string
  title: string
  publisher: string
  publisherPrefix: string
  /** Null: not open. */
  licence: Licence | null
  /** As the registry states it, for coverage. */
  licenceText: string | null
  /** Where its publisher shows it; the link of awards that have none of their own. */
  accessUrl: string | null
  /** When the registry says it last changed; the newer of two datasets tells about a grant that both publish. */
  modifiedMs: number
  /** Folder of the compact copy; null when there is none. */
  folder: string | null
  /** What kept the newest version from being read; null when nothing did. */
  failure: string | null
}

export interface AggregateOptions {
  known: readonly KnownFunder[]
  /** YYYYMMDD of the build; later award dates are typing errors, and the awards undated. */
  today: number
  /** One stored dossier a line. */
  outputPath: string
  onRows?: (rows: number) => void
}

interface Recent {
  day: number
  pence: number
  dataset: number
  row: number
  textAt: number
  textBytes: number
}

interface Tally {
  included: number
  shareAlike: number
  nonGbp: number
  zero: number
  firstDay: number
  lastDay: number
  recent: Recent[]
  /** Dataset to grants counted from it; a dataset with rows that count nothing stands with 0. */
  datasets: Map<number, number>
}

interface Loaded {
  dataset: CorpusDataset
  extract: Extract
  /** Entity of each funder of the dataset. */
  entityOf: Int32Array
}

export function aggregateCorpus(datasets: readonly CorpusDataset[], options: AggregateOptions): CorpusSummary {
  const ordered = [...datasets].sort(byTrust)
  const { loaded, entities } = load(ordered, options.known)
  const rowsTotal = loaded.reduce((sum, each) => sum + (each?.extract.rows ?? 0), 0)
  const tallies = entities.map(
    (): Tally => ({ included: 0, shareAlike: 0, nonGbp: 0, zero: 0, firstDay: 0, lastDay: 0, recent: [], datasets: new Map() }),
  )
  const pence = new Float64Array(rowsTotal)
  const years = new Uint16Array(rowsTotal)
  const owners = new Uint32Array(rowsTotal)
  const seen = createFirstSeen(rowsTotal)
  const key = { low: 0, high: 0 }
  const summary: CorpusSummary = {
    funders: entities.length,
    datasets: loaded.filter((each) => each !== null).length,
    rows: 0,
    included: 0,
    duplicates: 0,
    excludedShareAlike: 0,
    excludedNonGbp: 0,
    excludedZeroAmount: 0,
    unattributed: 0,
    individuals: 0,
  }

  for (const [index, each] of loaded.entries()) {
    if (each === null) continue
    const shareAlike = each.dataset.licence!.shareAlike
    const gbp = each.extract.currencies.indexOf('GBP')
    const lines = createFirstSeen(each.extract.rows)
    readRows(join(each.dataset.folder!, EXTRACT_FILES.rows), (row, position) => {
      summary.rows += 1
      if (summary.rows % 20_000 === 0) options.onRows?.(summary.rows)
      const entity = each.entityOf[row.funder]!
      if (entity < 0) {
        summary.unattributed += 1
        return
      }
      // The same grant in a newer dataset, or the same line twice in this one.
      bind(row.idLow, row.idHigh, entity, key)
      if (seen.ownerOf(key.low, key.high, index) !== index || lines.ownerOf(row.lineLow, row.lineHigh, position) !== position) {
        summary.duplicates += 1
        return
      }
      const tally = tallies[entity]!
      if (row.individual) summary.individuals += 1
      const counted = tally.datasets.get(index) ?? 0
      const positive = row.currency === gbp && row.pence > 0
      // A day that cannot be is none: it would be the funder's first or last year.
      if (row.day < FIRST_DAY || row.day > options.today) row.day = 0
      if (positive && row.textBytes > 0 && row.day > 0) offer(tally.recent, row, index, position)
      if (shareAlike) {
        tally.shareAlike += 1
        summary.excludedShareAlike += 1
      } else if (row.currency !== gbp) {
        tally.nonGbp += 1
        summary.excludedNonGbp += 1
      } else if (!positive) {
        tally.zero += 1
        summary.excludedZeroAmount += 1
      } else {
        pence[summary.included] = row.pence
        years[summary.included] = Math.floor(row.day / 10_000)
        owners[summary.included] = entity
        summary.included += 1
        tally.included += 1
        tally.datasets.set(index, counted + 1)
        if (row.day > 0 && (tally.firstDay === 0 || row.day < tally.firstDay)) tally.firstDay = row.day
        if (row.day > tally.lastDay) tally.lastDay = row.day
        return
      }
      tally.datasets.set(index, counted)
    })
  }
  options.onRows?.(summary.rows)
  writeDossiers(options.outputPath, { entities, tallies, ordered, loaded, pence, years, owners, included: summary.included })
  return summary
}

/** Whose word counts first: licences that leave the figures free, then the newest, then by identifier so that builds repeat. */
function byTrust(a: CorpusDataset, b: CorpusDataset): number {
  const bound = (dataset: CorpusDataset) => (dataset.licence === null ? 2 : dataset.licence.shareAlike ? 1 : 0)
  return bound(a) - bound(b) || b.modifiedMs - a.modifiedMs || (a.identifier < b.identifier ? -1 : 1)
}

function load(ordered: readonly CorpusDataset[], known: readonly KnownFunder[]): { loaded: (Loaded | null)[]; entities: Entity[] } {
  const extracts = ordered.map((dataset) => (dataset.folder === null || dataset.licence === null ? null : loadExtract(dataset.folder)))
  const published: PublishedFunder[] = []
  for (const [index, extract] of extracts.entries()) {
    for (const funder of extract?.funders ?? []) published.push({ ...funder, publisher: ordered[index]!.publisherPrefix })
  }
  const { entities, entityOf } = resolveEntities(published, known)
  let at = 0
  const loaded = extracts.map((extract, index): Loaded | null => {
    if (extract === null) return null
    const from = at
    at += extract.funders.length
    return { dataset: ordered[index]!, extract, entityOf: entityOf.subarray(from, at) }
  })
  return { loaded, entities }
}

/** Keeps the ten latest: by date, then the larger, then the dataset's and the row's order. */
function offer(
  recent: Recent[],
  row: { day: number; pence: number; textAt: number; textBytes: number },
  dataset: number,
  position: number,
): void {
  if (recent.length === RECENT_AWARDS && row.day < recent[RECENT_AWARDS - 1]!.day) return
  const award: Recent = { day: row.day, pence: row.pence, dataset, row: position, textAt: row.textAt, textBytes: row.textBytes }
  let place = recent.length
  while (place > 0 && comesBefore(award, recent[place - 1]!)) place -= 1
  if (place >= RECENT_AWARDS) return
  recent.splice(place, 0, award)
  if (recent.length > RECENT_AWARDS) recent.pop()
}

function comesBefore(a: Recent, b: Recent): boolean {
  return (b.day - a.day || b.pence - a.pence || a.dataset - b.dataset || a.row - b.row) < 0
}

interface Gathered {
  entities: readonly Entity[]
  tallies: readonly Tally[]
  ordered: readonly CorpusDataset[]
  loaded: readonly (Loaded | null)[]
  pence: Float64Array
  years: Uint16Array
  owners: Uint32Array
  included: number
}

function writeDossiers(outputPath: string, gathered: Gathered): void {
  const { entities, tallies, ordered, loaded } = gathered
  const sorted = sortByOwner(gathered)
  const unread = unreadDatasets(ordered, loaded, entities)
  const texts = new Map<number, TextReader>()
  const textsOf = (dataset: number): TextReader => {
    const open = texts.get(dataset)
    if (open) return open
    // Few stay open: a corpus has more datasets than a process may have files.
    if (texts.size >= 64) {
      const [oldest, reader] = texts.entries().next().value!
      reader.close()
      texts.delete(oldest)
    }
    const reader = createTextReader(join(ordered[dataset]!.folder!, EXTRACT_FILES.texts))
    texts.set(dataset, reader)
    return reader
  }
  const fd = openSync(outputPath, 'w')
  try {
    for (const [index, entity] of entities.entries()) {
      const tally = tallies[index]!
      const from = sorted.starts[index]!
      const to = sorted.starts[index + 1]!
      const awards = tally.recent.map((award) => awardRow(award, ordered[award.dataset]!, textsOf(award.dataset)))
      const coverage = [...tally.datasets]
        .sort(([a], [b]) => a - b)
        .map(([dataset, grants]) => coverageOf(ordered[dataset]!, grants))
        .concat((unread.get(index) ?? []).map((dataset) => coverageOf(ordered[dataset]!, 0)))
      const credited = [...tally.datasets.keys()].map((dataset) => ordered[dataset]!)
      const dossier: StoredDossier = {
        slug: entity.slug,
        names: entity.names.slice(0, MAX_NAMES),
        ids: entity.ids,
        giving: givingOf(sorted.pence.subarray(from, to), sorted.years.subarray(from, to)),
        steps: stepsOf(sorted.pence.subarray(from, to)),
        recent_awards: awards,
        coverage: {
          datasets: coverage,
          grants_included: tally.included,
          excluded_share_alike: tally.shareAlike,
          excluded_non_gbp: tally.nonGbp,
          excluded_zero_amount: tally.zero,
          first_award: dayText(tally.firstDay),
          last_award: dayText(tally.lastDay),
        },
        publishers: [...new Set(credited.map((dataset) => dataset.publisher))].sort(),
        licences: [...new Map(credited.map(({ licence }) => [licence!.name, { name: licence!.name, url: licence!.url }])).values()].sort(
          (a, b) => (a.name < b.name ? -1 : 1),
        ),
      }
      writeSync(fd, `${pack(DOSSIER, dossier)}\n`)
    }
  } finally {
    closeSync(fd)
    for (const reader of texts.values()) reader.close()
  }
}

/** A counting sort: awards of one funder side by side, in linear time. */
function sortByOwner({ entities, tallies, pence, years, owners, included }: Gathered) {
  const starts = new Uint32Array(entities.length + 1)
  for (const [index, tally] of tallies.entries()) starts[index + 1] = starts[index]! + tally.included
  const next = starts.slice()
  const sortedPence = new Float64Array(included)
  const sortedYears = new Uint16Array(included)
  for (let index = 0; index < included; index += 1) {
    const place = next[owners[index]!]!
    next[owners[index]!] = place + 1
    sortedPence[place] = pence[index]!
    sortedYears[place] = years[index]!
  }
  return { starts, pence: sortedPence, years: sortedYears }
}

/**
 * Datasets without a copy, by the funders they are about as far as can be told: the one that bears the publisher's name, else those
 * whose grants the same publisher's other datasets hold. A publisher for many funders tells nothing about any one of them.
 */
function unreadDatasets(
  ordered: readonly CorpusDataset[],
  loaded: readonly (Loaded | null)[],
  entities: readonly Entity[],
): Map<number, number[]> {
  const byPublisher = new Map<string, Set<number>>()
  for (const each of loaded) {
    const publisher = each?.dataset.publisherPrefix.toUpperCase() ?? ''
    if (each === null || publisher === '') continue
    const own = byPublisher.get(publisher) ?? new Set<number>()
    byPublisher.set(publisher, own)
    for (const entity of each.entityOf) if (entity >= 0) own.add(entity)
  }
  const byName = new Map(entities.flatMap((entity, index) => entity.names.map((name): [string, number] => [nameKey(name), index])))
  const unread = new Map<number, number[]>()
  for (const [index, dataset] of ordered.entries()) {
    if (loaded[index] !== null) continue
    const named = byName.get(nameKey(dataset.publisher))
    const own = byPublisher.get(dataset.publisherPrefix.toUpperCase()) ?? new Set<number>()
    const about = named !== undefined ? [named] : own.size <= FUNDERS_OF_ONE_PUBLISHER ? own : []
    for (const entity of about) unread.set(entity, [...(unread.get(entity) ?? []), index])
  }
  return unread
}

function coverageOf(dataset: CorpusDataset, grants: number): DatasetCoverage {
  return {
    title: dataset.title,
    publisher: dataset.publisher,
    licence: dataset.licence?.name ?? dataset.licenceText,
    grants,
    status: statusOf(dataset),
    note: dataset.licence === null ? 'the licence does not allow use' : dataset.failure,
  }
}

function statusOf(dataset: CorpusDataset): DatasetStatus {
  if (dataset.licence === null) return 'licence_not_open'
  if (dataset.folder === null) return 'unread'
  if (dataset.failure !== null) return 'last_good'
  return dataset.licence.shareAlike ? 'share_alike' : 'counted'
}

function awardRow(award: Recent, dataset: CorpusDataset, texts: TextReader): AwardRow {
  const [title, recipient, programme, url] = texts.read(award.textAt, award.textBytes)
  return {
    title: shown(title),
    recipient: shown(recipient),
    amount_gbp: toPounds(award.pence),
    award_date: dayText(award.day)!,
    programme: shown(programme),
    url: webAddress(url) ?? dataset.accessUrl,
    licence: dataset.licence!.name,
    publisher: dataset.publisher,
  }
}

function shown(text: string): string | null {
  const line = cleanLine(text)
  return line === null ? null : shorten(line, MAX_SHOWN)
}
