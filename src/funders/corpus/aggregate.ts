/**
 * Builds one dossier per funder from the compact copies of all datasets, by SQL in a temporary
 * database.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { pack } from '../../background/stored-layout.ts'
import { londonDate } from '../../platform/london.ts'
import { isOutOfReason } from '../../platform/reason.ts'
import { cleanLine, shorten } from '../../platform/text.ts'
import { openScratch } from '../../store/scratch.ts'
import { dayText } from '../model/date.ts'
import { webAddress } from '../model/grant.ts'
import { toPounds } from '../model/money.ts'
import { nameKey } from '../model/names.ts'
import type { KnownFunder } from '../seed/known-funders.ts'
import type { RegistryDataset } from '../sources/registry.ts'
import { type Copy, copyPath, readCopy } from './copy.ts'
import { type AwardRow, type DatasetCoverage, DOSSIER, type StoredDossier } from './dossier.ts'
import { type Entity, type PublishedFunder, resolveEntities } from './entities.ts'
import { computeSteps, summariseGiving } from './figures.ts'
import type { CorpusSummary } from './summary.ts'

const RECENT_AWARDS = 10
const MAX_NAMES = 50
/**
 * An earlier day is a typing error, or what spreadsheets make of an empty cell (1900-01-01), and no
 * day on which money was given.
 */
const FIRST_DAY = 19_500_101
/** Characters of a title or name within an answer. */
const MAX_SHOWN = 300
const FUNDERS_OF_ONE_PUBLISHER = 3
/** Memory for pages; what is larger goes to the disk. */
const CACHE_KIBIBYTES = 65_536

const KINDS = ['included', 'share_alike', 'non_gbp', 'zero']
  .map((kind) => `sum(kind = '${kind}') AS ${kind}`)
  .join(', ')

/**
 * A dataset of the registry. Without a licence it is not open. Its page is the link of awards that
 * have none. Of two datasets with the same grant the one that changed last counts.
 */
export interface CorpusDataset extends Omit<RegistryDataset, 'downloadUrl'> {
  /** Folder of the compact copy; null when there is none. */
  folder: string | null
  /** Reason why the newest version could not be read; `null` if it was. */
  failure: string | null
  /** Time of the download of the copy; `null` without a copy. */
  fetchedMs: number | null
}

export interface AggregateOptions {
  known: readonly KnownFunder[]
  /** YYYYMMDD of the build. */
  today: number
  /** One stored dossier a line. */
  outputPath: string
  onRows?: (rows: number) => void
}

interface Loaded {
  dataset: CorpusDataset
  copy: Copy
  /** Entity of each funder of the dataset. */
  entityOf: Int32Array
}

/**
 * Which grants count. Datasets are numbered in order of trust, `nr` is the row's number within its
 * dataset.
 */
const TABLES = `
  PRAGMA cache_size = -${CACHE_KIBIBYTES};
  CREATE TABLE place (funder INTEGER PRIMARY KEY, entity INTEGER);
  CREATE TABLE published (
    entity INTEGER, dataset INTEGER, nr INTEGER, grant_id TEXT, kind TEXT, pence INTEGER, day INTEGER, individual INTEGER, shown INTEGER,
    is_odd INTEGER
  );`

/**
 * A day that cannot be right is none: it would be the funder's first or last year. A line that is
 * published twice counts once.
 */
const PUBLISHED = `
  INSERT INTO published
  SELECT entity, :dataset, min(nr), grant_id,
    CASE WHEN :shareAlike THEN 'share_alike' WHEN currency <> 'GBP' THEN 'non_gbp' WHEN pence > 0 THEN 'included' ELSE 'zero' END,
    pence, iif(is_odd_day(day, :published), 0, day), individual, title IS NOT NULL, is_odd_day(day, :published)
  FROM copy.award JOIN place USING (funder)
  GROUP BY line`

/** Selects what the most trusted dataset publishes about each grant. */
const GRANTS = `
  CREATE TABLE grants AS SELECT * FROM (SELECT *, rank() OVER (PARTITION BY entity, grant_id ORDER BY dataset) AS place FROM published)
  WHERE place = 1;
  CREATE INDEX grants_of ON grants (entity);
  CREATE TABLE latest AS SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY entity ORDER BY day DESC, pence DESC, dataset, nr) AS position FROM grants
    WHERE shown AND day > 0
  ) WHERE position <= ${RECENT_AWARDS};
  CREATE TABLE recent (entity, position, dataset, pence, day, title, recipient, programme, url, PRIMARY KEY (entity, position));`

const RECENT = `
  INSERT INTO recent
  SELECT entity, position, dataset, latest.pence, latest.day, copy.title, recipient, programme, url
  FROM latest JOIN copy.award AS copy USING (nr) WHERE dataset = :dataset`

export function aggregateCorpus(
  datasets: readonly CorpusDataset[],
  options: AggregateOptions,
): CorpusSummary {
  const { outputPath, today, onRows } = options
  const ordered = [...datasets].sort(byTrust)
  const { loaded, entities } = load(ordered, options)
  const copies = loaded.filter((each) => each !== null)
  const path = `${outputPath}.sqlite`
  rmSync(path, { force: true })
  const db = openScratch(path)
  try {
    db.exec(TABLES)
    db.function('is_odd_day', { deterministic: true }, isOddDay)
    let rows = 0
    const unattributed = copies.map((each) => {
      const missing = each.copy.funders.filter((_, funder) => each.entityOf[funder]! < 0)
      return missing.reduce((sum, funder) => sum + funder.rows, 0)
    })
    forEachCopy(db, loaded, ({ copy, dataset, entityOf }, index) => {
      db.exec('DELETE FROM place')
      const insert = db.prepare('INSERT INTO place VALUES (?, ?)')
      for (const [funder, entity] of entityOf.entries()) if (entity >= 0) insert.run(funder, entity)
      db.prepare(PUBLISHED).run({
        dataset: index,
        shareAlike: dataset.licence!.shareAlike ? 1 : 0,
        published: findPublished(dataset, today),
      })
      rows += copy.rows
      onRows?.(rows)
    })
    db.exec(GRANTS)
    forEachCopy(db, loaded, (_, index) => db.prepare(RECENT).run({ dataset: index }))
    writeDossiers(outputPath, db, { entities, ordered, loaded })

    const totals = db
      .prepare(`SELECT count(*) AS grants, ${KINDS}, sum(individual) AS individuals FROM grants`)
      .get() as Totals
    const excluded = unattributed.reduce((sum, count) => sum + count, 0)
    return {
      funders: entities.length,
      datasets: copies.length,
      rows,
      included: totals.included ?? 0,
      duplicates: rows - excluded - totals.grants,
      excludedShareAlike: totals.share_alike ?? 0,
      excludedNonGbp: totals.non_gbp ?? 0,
      excludedZeroAmount: totals.zero ?? 0,
      unattributed: excluded,
      individuals: totals.individuals ?? 0,
    }
  } finally {
    db.close()
    rmSync(path, { force: true })
  }
}

/**
 * An award after the file was fetched is out of reason, as is one before `FIRST_DAY`. 0 is no day.
 */
function isOddDay(day: SQLOutputValue, published: SQLOutputValue): number {
  const number = Number(day)
  return number > 0 && (number < FIRST_DAY || isOutOfReason(number, Number(published))) ? 1 : 0
}

/** The latest day on which a file can have been published, as YYYYMMDD. */
function findPublished({ fetchedMs }: CorpusDataset, today: number): number {
  const fetched = fetchedMs === null ? today : Number(londonDate(fetchedMs).replaceAll('-', ''))
  return Math.min(today, fetched)
}

/** Calls `work` once per dataset with its copy attached; SQLite attaches few files at a time. */
function forEachCopy(
  db: DatabaseSync,
  loaded: readonly (Loaded | null)[],
  work: (each: Loaded, index: number) => void,
): void {
  const attach = db.prepare('ATTACH ? AS copy')
  for (const [index, each] of loaded.entries()) {
    if (each === null) continue
    attach.run(copyPath(each.dataset.folder!))
    work(each, index)
    db.exec('DETACH copy')
  }
}

/**
 * Orders datasets by precedence: free licences first, then the newest, then by identifier so that
 * builds repeat.
 */
function byTrust(a: CorpusDataset, b: CorpusDataset): number {
  const bound = (dataset: CorpusDataset) =>
    dataset.licence === null ? 2 : dataset.licence.shareAlike ? 1 : 0
  return (
    bound(a) - bound(b) || b.modifiedMs - a.modifiedMs || (a.identifier < b.identifier ? -1 : 1)
  )
}

function load(
  ordered: readonly CorpusDataset[],
  { known, today }: AggregateOptions,
): { loaded: (Loaded | null)[]; entities: Entity[] } {
  const copies = ordered.map((dataset) =>
    dataset.folder === null || dataset.licence === null ? null : readCopy(dataset.folder),
  )
  const published: PublishedFunder[] = []
  for (const [index, copy] of copies.entries()) {
    const dataset = ordered[index]!
    const latest = findPublished(dataset, today)
    for (const { lastDay, ...funder } of copy?.funders ?? [])
      published.push({
        ...funder,
        // A name is not the newest by a day that cannot be right.
        lastDay: isOddDay(lastDay, latest) === 1 ? 0 : lastDay,
        publisher: dataset.publisherPrefix,
      })
  }
  const { entities, entityOf } = resolveEntities(published, known)
  let at = 0
  const loaded = copies.map((copy, index): Loaded | null => {
    if (copy === null) return null
    const from = at
    at += copy.funders.length
    return { dataset: ordered[index]!, copy, entityOf: entityOf.subarray(from, at) }
  })
  return { loaded, entities }
}

interface Counts {
  included: number
  share_alike: number
  non_gbp: number
  zero: number
}

type Totals = Partial<Counts> & { grants: number; individuals?: number }
type DatasetRow = Counts & {
  dataset: number
  odd: number
  first_day: number | null
  last_day: number | null
}
type RecentRow = {
  dataset: number
  pence: number
  day: number
  title: string
  recipient: string
  programme: string
  url: string
}

interface Gathered {
  entities: readonly Entity[]
  ordered: readonly CorpusDataset[]
  loaded: readonly (Loaded | null)[]
}

function writeDossiers(
  outputPath: string,
  db: DatabaseSync,
  { entities, ordered, loaded }: Gathered,
): void {
  const unread = unreadDatasets(ordered, loaded, entities)
  const counts = db.prepare(
    `SELECT dataset, ${KINDS}, sum(is_odd AND kind = 'included') AS odd, min(iif(kind = 'included' AND day > 0, day, NULL)) AS first_day,
       max(iif(kind = 'included' AND day > 0, day, NULL)) AS last_day
     FROM grants WHERE entity = ? GROUP BY dataset ORDER BY dataset`,
  )
  const amounts = db.prepare(
    `SELECT json_group_array(pence) AS pence, json_group_array(day / 10000) AS years FROM grants WHERE entity = ? AND kind = 'included'`,
  )
  const recent = db.prepare('SELECT * FROM recent WHERE entity = ? ORDER BY position')
  const fd = openSync(outputPath, 'w')
  try {
    for (const [index, entity] of entities.entries()) {
      const rows = counts.all(index) as unknown as DatasetRow[]
      const sum = (kind: keyof Counts) => rows.reduce((total, row) => total + row[kind], 0)
      const { pence, years } = amounts.get(index) as { pence: string; years: string }
      const ascending = Float64Array.from(JSON.parse(pence) as number[])
      const credited = rows.map(({ dataset }) => ordered[dataset]!)
      const days = rows.flatMap(({ first_day, last_day }) =>
        first_day === null || last_day === null ? [] : [first_day, last_day],
      )
      const dossier: StoredDossier = {
        slug: entity.slug,
        names: entity.names.slice(0, MAX_NAMES),
        ids: entity.ids,
        giving: summariseGiving(ascending, Uint16Array.from(JSON.parse(years) as number[])),
        steps: computeSteps(ascending),
        recent_awards: (recent.all(index) as unknown as RecentRow[]).map((award) =>
          awardRow(award, ordered[award.dataset]!),
        ),
        coverage: {
          datasets: [
            ...rows.map(({ dataset, included }) =>
              buildCoverage(ordered[dataset]!, included, loaded[dataset]?.copy.setAside),
            ),
            ...(unread.get(index) ?? []).map((dataset) => buildCoverage(ordered[dataset]!, 0)),
          ],
          grants_included: sum('included'),
          excluded_share_alike: sum('share_alike'),
          excluded_non_gbp: sum('non_gbp'),
          excluded_zero_amount: sum('zero'),
          first_award: days.length === 0 ? null : dayText(Math.min(...days)),
          last_award: days.length === 0 ? null : dayText(Math.max(...days)),
          dates_set_aside: rows.reduce((total, row) => total + row.odd, 0),
        },
        publishers: [...new Set(credited.map((dataset) => dataset.publisher))].sort(),
        licences: [
          ...new Map(
            credited.map(({ licence }) => [
              licence!.name,
              { name: licence!.name, url: licence!.url },
            ]),
          ).values(),
        ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      }
      writeSync(fd, `${pack(DOSSIER, dossier)}\n`)
    }
  } finally {
    closeSync(fd)
  }
}

/**
 * Returns datasets without a copy by the funders they are probably about: the funder with the
 * publisher's name, else the funders in the publisher's other datasets. The name of a publisher for
 * many funders identifies none of them.
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
  const byName = new Map(
    entities.flatMap((entity, index) =>
      entity.names.map((name): [string, number] => [nameKey(name), index]),
    ),
  )
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

function buildCoverage(
  dataset: CorpusDataset,
  grants: number,
  setAside: Copy['setAside'] = {},
): DatasetCoverage {
  const rows = Object.entries(setAside).map(
    ([reason, count]) => `${count} ${count === 1 ? 'row' : 'rows'} set aside: ${reason}`,
  )
  return {
    title: dataset.title,
    publisher: dataset.publisher,
    licence: dataset.licence?.name ?? dataset.licenceText,
    grants,
    status: judgeStatus(dataset),
    note:
      dataset.licence === null
        ? 'the licence does not allow use'
        : [dataset.failure, ...rows].filter((each) => each !== null).join('; ') || null,
  }
}

function judgeStatus(dataset: CorpusDataset): DatasetCoverage['status'] {
  if (dataset.licence === null) return 'licence_not_open'
  if (dataset.folder === null) return 'unread'
  if (dataset.failure !== null) return 'last_good'
  return dataset.licence.shareAlike ? 'share_alike' : 'counted'
}

function awardRow(
  { title, recipient, pence, day, programme, url }: RecentRow,
  dataset: CorpusDataset,
): AwardRow {
  return {
    title: showRow(title),
    recipient: showRow(recipient),
    amount_gbp: toPounds(pence),
    award_date: dayText(day)!,
    programme: showRow(programme),
    url: webAddress(url) ?? dataset.accessUrl,
    licence: dataset.licence!.name,
    publisher: dataset.publisher,
  }
}

function showRow(text: string): string | null {
  const line = cleanLine(text)
  return line === null ? null : shorten(line, MAX_SHOWN)
}
